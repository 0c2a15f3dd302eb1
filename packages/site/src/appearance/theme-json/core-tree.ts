import type { StyleTreeInput } from './style-tree.js'

/** A label made of a slug: `vivid-red` is `Vivid red`, `4-3` is `4:3`, and `x-large` is `Extra large`. */
const labelOf = (slug: string): string => {
  if (/^\d+-\d+$/.test(slug)) return slug.replace('-', ':')
  const words = (slug.startsWith('x-') ? `extra${slug.slice(1)}` : slug).replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Presets of one kind: their slugs, each with the value that the kind has under a key. */
const presets = (key: string, values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([slug, value]) => ({ name: labelOf(slug), slug, [key]: value }))

const diagonal = (...stops: readonly string[]): string => `linear-gradient(135deg,${stops.join(',')})`

/** The presets that every site has; content refers to them by their slugs. */
const corePresets = {
  palette: presets('color', {
    black: '#000000',
    'cyan-bluish-gray': '#abb8c3',
    white: '#ffffff',
    'pale-pink': '#f78da7',
    'vivid-red': '#cf2e2e',
    'luminous-vivid-orange': '#ff6900',
    'luminous-vivid-amber': '#fcb900',
    'light-green-cyan': '#7bdcb5',
    'vivid-green-cyan': '#00d084',
    'pale-cyan-blue': '#8ed1fc',
    'vivid-cyan-blue': '#0693e3',
    'vivid-purple': '#9b51e0',
  }),
  gradients: presets('gradient', {
    'vivid-cyan-blue-to-vivid-purple': diagonal('rgb(6,147,227) 0%', 'rgb(155,81,224) 100%'),
    'light-green-cyan-to-vivid-green-cyan': diagonal('rgb(122,220,180) 0%', 'rgb(0,208,130) 100%'),
    'luminous-vivid-amber-to-luminous-vivid-orange': diagonal('rgb(252,185,0) 0%', 'rgb(255,105,0) 100%'),
    'luminous-vivid-orange-to-vivid-red': diagonal('rgb(255,105,0) 0%', 'rgb(207,46,46) 100%'),
    'very-light-gray-to-cyan-bluish-gray': diagonal('rgb(238,238,238) 0%', 'rgb(169,184,195) 100%'),
    'cool-to-warm-spectrum': diagonal(
      'rgb(74,234,220) 0%',
      'rgb(151,120,209) 20%',
      'rgb(207,42,186) 40%',
      'rgb(238,44,130) 60%',
      'rgb(251,105,98) 80%',
      'rgb(254,248,76) 100%',
    ),
    'blush-light-purple': diagonal('rgb(255,206,236) 0%', 'rgb(152,150,240) 100%'),
    'blush-bordeaux': diagonal('rgb(254,205,165) 0%', 'rgb(254,45,45) 50%', 'rgb(107,0,62) 100%'),
    'luminous-dusk': diagonal('rgb(255,203,112) 0%', 'rgb(199,81,192) 50%', 'rgb(65,88,208) 100%'),
    'pale-ocean': diagonal('rgb(255,245,203) 0%', 'rgb(182,227,212) 50%', 'rgb(51,167,181) 100%'),
    'electric-grass': diagonal('rgb(202,248,128) 0%', 'rgb(113,206,126) 100%'),
    midnight: diagonal('rgb(2,3,129) 0%', 'rgb(40,116,252) 100%'),
  }),
  duotone: presets('colors', {
    'dark-grayscale': ['#000000', '#7f7f7f'],
    grayscale: ['#000000', '#ffffff'],
    'purple-yellow': ['#8c00b7', '#fcff41'],
    'blue-red': ['#000097', '#ff4747'],
    midnight: ['#000000', '#00a5ff'],
    'magenta-yellow': ['#c7005a', '#fff278'],
    'purple-green': ['#a60072', '#67ff66'],
    'blue-orange': ['#1900d8', '#ffa96b'],
  }),
  aspectRatios: presets('ratio', {
    square: '1',
    '4-3': '4/3',
    '3-4': '3/4',
    '3-2': '3/2',
    '2-3': '2/3',
    '16-9': '16/9',
    '9-16': '9/16',
  }),
  shadows: presets('shadow', {
    natural: '6px 6px 9px rgba(0, 0, 0, 0.2)',
    deep: '12px 12px 50px rgba(0, 0, 0, 0.4)',
    sharp: '6px 6px 0px rgba(0, 0, 0, 0.2)',
    outlined: '6px 6px 0px -3px rgb(255, 255, 255), 6px 6px rgb(0, 0, 0)',
    crisp: '6px 6px 0px rgb(0, 0, 0)',
  }),
  fontSizes: presets('size', { small: '13px', medium: '20px', large: '36px', 'x-large': '42px' }),
  buttonWidths: [25, 50, 75, 100].map(part => ({ name: `${part}%`, slug: String(part), size: `${part}%` })),
}

/** Turns on settings. */
const on = (...names: readonly string[]) => Object.fromEntries(names.map(name => [name, true]))

const NO_GAP = { spacing: { blockGap: null } }

/** The default settings and styles of every site. */
export const coreTree: StyleTreeInput = {
  settings: {
    appearanceTools: false,
    useRootPaddingAwareAlignments: false,
    border: { color: false, radius: false, style: false, width: false },
    color: {
      ...on('background', 'button', 'caption', 'custom', 'customDuotone', 'customGradient', 'defaultDuotone'),
      ...on('defaultGradients', 'defaultPalette', 'heading', 'text'),
      link: false,
      duotone: corePresets.duotone,
      gradients: corePresets.gradients,
      palette: corePresets.palette,
    },
    dimensions: { defaultAspectRatios: true, aspectRatios: corePresets.aspectRatios },
    shadow: { defaultPresets: true, presets: corePresets.shadows },
    spacing: {
      blockGap: null,
      margin: false,
      padding: false,
      customSpacingSize: true,
      defaultSpacingSizes: true,
      units: false,
      spacingScale: { operator: '*', increment: 1.5, steps: 7, mediumStep: 1.5, unit: 'rem' },
    },
    typography: {
      ...on('customFontSize', 'defaultFontSizes', 'dropCap', 'fontStyle', 'fontWeight', 'letterSpacing', 'textAlign'),
      ...on('textDecoration', 'textTransform'),
      fontSizes: corePresets.fontSizes,
      lineHeight: false,
      textColumns: false,
      textIndent: 'subsequent',
      writingMode: false,
    },
    blocks: {
      'core/button': {
        border: { radius: true },
        dimensions: { width: true, dimensionSizes: corePresets.buttonWidths },
      },
      'core/image': { lightbox: { allowEditing: true } },
      'core/icon': { dimensions: { width: true } },
      'core/pullquote': { border: on('color', 'radius', 'style', 'width') },
    },
  },
  styles: {
    blocks: {
      'core/button': {
        variations: {
          outline: {
            border: { width: '2px', style: 'solid', color: 'currentColor' },
            color: { text: 'currentColor', gradient: 'transparent none' },
            spacing: { padding: { top: '0.667em', right: '1.33em', bottom: '0.667em', left: '1.33em' } },
          },
        },
      },
      'core/icon': { dimensions: { width: '24px' } },
      'core/site-logo': { variations: { rounded: { border: { radius: '9999px' } } } },
      'core/gallery': NO_GAP,
      'core/latest-posts': NO_GAP,
      'core/post-template': NO_GAP,
      'core/term-template': NO_GAP,
      'core/columns': NO_GAP,
      'core/pullquote': { typography: { fontSize: '1.5em', lineHeight: '1.6' } },
    },
    elements: {
      button: {
        color: { text: '#fff', background: '#32373c' },
        spacing: {
          padding: {
            top: 'calc(0.667em + 2px)',
            right: 'calc(1.333em + 2px)',
            bottom: 'calc(0.667em + 2px)',
            left: 'calc(1.333em + 2px)',
          },
        },
        typography: {
          fontSize: 'inherit',
          fontFamily: 'inherit',
          fontStyle: 'inherit',
          fontWeight: 'inherit',
          letterSpacing: 'inherit',
          textTransform: 'inherit',
          lineHeight: 'inherit',
          textDecoration: 'none',
        },
        border: { width: '0' },
      },
    },
    spacing: { blockGap: '24px', padding: { top: '0px', right: '0px', bottom: '0px', left: '0px' } },
  },
}
