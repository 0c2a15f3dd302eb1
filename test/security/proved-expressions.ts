/**
 * Expressions with linear cost whose proof takes the checker long. An expression that changes is another one and is proved
 * again; each run of the tests repeats one of these proofs.
 */
export const provedExpressions: readonly string[] = [
  '/&(?!#\\d+;|#x[\\da-f]+;|[a-z1-4]{1,8};)/gi',
  '/&(?!#\\d+;|#x[\\da-f]+;|[a-z][a-z\\d]*;)/gi',
  '/(\\d\\d):(\\d\\d):60(?:\\.\\d+)?(?:[Zz]|([+-])(\\d\\d):(\\d\\d))?$/',
  '/(\\s*<!--noteaser-->)?\\s*<!-- \\/wp:more -->/y',
  '/;\\s*([\\w!#$%&\'*+.^`|~-]+)\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;"]*))/g',
  '/<!-- wp:more(?:\\s+\\{[^{}]*\\})?\\s+-->\\s*(?=<!--more)/g',
  '/<!--[\\s\\S]*?(?:-->|$)|<!\\[CDATA\\[[\\s\\S]*?(?:\\]\\]>|$)|<\\/?[a-z][^>]*>?/gi',
  '/<!--|<(\\/?)([a-z][\\w-]*)((?:[\\s/][^<>]*)?)>|<(?=\\d)/gi',
  `/\\s*([^\\s"'>/=]+)(\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+)))?|\\s*\\/(?!>)/y`,
  '/\\sclass="[^"]*\\bwp-image-(\\d+)\\b/',
  '/^(?:(?:[a-z][a-z\\d+.-]*:)?\\/\\/(?<host>[^/?#]*))?(?<path>[^?#]*)(?:\\?(?<query>[^#]*))?/i',
  `/^(?:\\xef\\xbb\\xbf)?\\s*<\\?xml[^>]*?\\sencoding\\s*=\\s*["']([^"'>]+)["']/`,
  '/^application\\/(?:[\\w!#$&^.+-]+\\+)?json(?:\\+oembed)?(?=[\\s;,]|$)/i',
  `/url\\(\\s*(?:"([^"]*)"\\s*|'([^']*)'\\s*|([^\\s"'()][^"'()]*)?)\\)/g`,
  '/(?:%[\\da-f]{2})+/gi',
  '/%[c-f][\\da-f](?:%[89ab][\\da-f])*|%[\\da-f]{2}|./gisu',
  `/([\\w-]+)\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s'"]+))(?!\\S)/y`,
]
