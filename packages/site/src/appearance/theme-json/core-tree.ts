import { corePresets } from './core-presets.js'
import type { StyleTreeInput } from './style-tree.js'

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
