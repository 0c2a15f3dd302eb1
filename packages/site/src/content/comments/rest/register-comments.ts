import { type ArgValidator, type HandlerRequest, linkTable, type Resource, RestError } from '@platen/core'
import { sanitizeTextField } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type Operation, perform } from '../../../kernel/operations/index.js'
import { type CommentRecord, comments } from '../../../kernel/records/index.js'
import {
  containsId,
  crudRoutes,
  extraInput,
  omittedMembers,
  sentText,
  siteResource,
  withAddedArgs,
} from '../../../kernel/rest/index.js'
import { unlessEmptyZero } from '../../../server/dialects/index.js'
import { linkedKeys, linkNeeds } from '../../meta/index.js'
import type { CommentInput, CommentTarget } from '../operations/comment-input.js'
import { createComment, deleteComment, trashComment, updateComment } from '../operations/comment-operations.js'
import { noSuchComment } from '../rules/comment-access.js'
import {
  addressedComment,
  mayCreateComments,
  mayListComments,
  mayReadComment,
  mayRemoveComment,
  mayUpdateComment,
} from '../rules/comment-permissions.js'
import { commentFields } from './comment-fields.js'
import { commentLinks, commentsUrl } from './comment-links.js'
import { commentListArgs, passwordArg } from './comment-list-args.js'
import { type CommentNeed, type CommentView, loadCommentView } from './comment-view.js'
import { headersFor, listComments } from './list-comments.js'
import { preloadCommentLists, preloadSingleComments } from './preload-comments.js'

/** Checks the email address of an author, which an empty one clears. */
function emailCheck(site: SiteContext): ArgValidator {
  const email = site.compile({ type: 'string', format: 'email' })
  return value => {
    const text = value === null ? '' : sentText(site, value)
    // Where other types are converted to text, values that contain none are not addresses either.
    return text === '' ? undefined : email.validate(text ?? (site.dialect.zeroIsEmpty ? '' : value), 'author_email')
  }
}

const isNothing = (value: unknown) => !value || (typeof value === 'object' && Object.keys(value).length === 0)

/** The requested type. A new comment without one is an ordinary comment; a value that is not text is not a type. */
function typeIn({ dialect }: SiteContext, type: unknown, use: 'create' | 'update'): string | undefined {
  if (type === undefined || type === null || (use === 'create' && isNothing(type))) return undefined
  if (typeof type !== 'string') return JSON.stringify(type)
  return use === 'create' ? unlessEmptyZero(dialect, type) : type
}

type CommentResource = Resource<CommentRecord, CommentInput>

const commentResource = (site: SiteContext): CommentResource =>
  siteResource<CommentRecord, CommentView, CommentNeed, CommentInput>(site, 'comment', {
    title: 'comment',
    fields: commentFields(site),
    load: (comments, needs, request) => loadCommentView(site, comments, needs, request),
    omitted: (comment, view) => omittedMembers(comment, view.metaOf(comment)),
    links: {
      needs: ['post', 'replies', ...linkNeeds(linkedKeys(site, 'comment', ''))],
      ...linkTable(commentLinks(site), site.names),
    },
  })

/** Creates the function that reads the input of a request that creates or updates a comment. */
const inputReader = (site: SiteContext, resource: CommentResource) => {
  const extras = extraInput(site, 'comment')
  return async (request: HandlerRequest, use: 'create' | 'update'): Promise<CommentInput> => {
    const agentIn = (name = '') => unlessEmptyZero(site.dialect, sanitizeTextField(name))
    const type = typeIn(site, request.params['type'], use)
    const input: CommentInput = {
      fields: extras(request),
      // A comment is by its last editor, unless the client sets another author.
      authorIp: request.remoteAddress,
      authorAgent: '',
    }
    if (type !== undefined) input.type = type
    await resource.apply(input, request, use)
    // Only moderators may set another address. A new comment with one has already been refused; an update ignores it.
    if (!request.principal.can('moderate_comments')) input.authorIp = request.remoteAddress
    input.authorAgent = agentIn(input.authorAgent) || agentIn(request.headers['user-agent'])
    return input
  }
}

/** Declares the routes of comments (specification section 1): the collection, and one comment. */
export function registerComments(site: SiteContext): void {
  const resource = commentResource(site)
  const inputOf = inputReader(site, resource)
  const validators = { author_email: emailCheck(site) }
  const validatedLast = Object.keys(validators)
  const target = ({ id }: CommentRecord, request: HandlerRequest) => ({ id, version: request.expectedVersion })
  const change = <T, R>(operation: Operation<T, R>, input: T, request: HandlerRequest) =>
    perform(site, operation, site.principal(request), input)
  const remove =
    <R>(operation: Operation<CommentTarget, R>) =>
    (comment: CommentRecord, request: HandlerRequest) =>
      change(operation, target(comment, request), request)

  crudRoutes<CommentRecord>(
    site,
    { namespace: site.namespace, path: '/comments' },
    {
      resource,
      id: 'The identifier of the comment.',
      url: commentsUrl(site),
      find: async request => (await addressedComment(site, request))?.comment,
      notFound: noSuchComment,
      list: {
        args: withAddedArgs(site, 'comment', comments, commentListArgs(resource.contextArg())),
        validatedFirst: ['context', 'page', 'per_page', 'search', 'status', 'type'],
        permission: request => mayListComments(site, request),
        preload: requests => preloadCommentLists(site, resource, requests),
        handler: request => listComments(site, resource, request),
      },
      create: {
        // Anonymous callers may comment where a post allows it, which its id in the body decides.
        body: {},
        validators,
        validatedLast,
        permission: request => mayCreateComments(site, request),
        shownAs: ({ principal }) => (principal.can('moderate_comments') ? 'edit' : 'view'),
        async run(request) {
          const { post, password } = request.params
          if (containsId(request)) throw new RestError('rest_comment_exists', 'A new comment must not have an id.', 400)
          const input = { ...(await inputOf(request, 'create')), post: Number(post) }
          const unlocked = typeof password === 'string' ? { password } : {}
          return change(createComment, { ...input, ...unlocked }, request)
        },
      },
      read: {
        args: { password: passwordArg },
        permission: request => mayReadComment(site, request),
        preload: requests => preloadSingleComments(site, resource, requests),
        reply: async (comment, request) => ({
          ...(await resource.reply(comment, request)),
          headers: headersFor(request),
        }),
      },
      update: {
        validators,
        validatedLast,
        permission: request => mayUpdateComment(site, request),
        run: async (comment, request) =>
          change(updateComment, { ...(await inputOf(request, 'update')), ...target(comment, request) }, request),
      },
      remove: {
        args: { password: passwordArg },
        permission: request => mayRemoveComment(site, request),
        force: 'Whether it is permanently deleted instead of moved to the trash.',
        shownAs: 'edit',
        trash: remove(trashComment),
        run: remove(deleteComment),
      },
    },
  )
}
