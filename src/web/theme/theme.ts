import { createTheme, defaultVariantColorsResolver, type CSSVariablesResolver } from '@mantine/core'
import type { MantineColorsTuple } from '@mantine/core'

declare module '@mantine/core' {
  // The sheet of variables has no other colour: a component that names one does not compile.
  interface MantineThemeColorsOverride {
    colors: Record<keyof typeof colors | 'inherit' | 'currentColor' | `var(--${string})`, MantineColorsTuple>
  }
}

const family = 'var(--font)'
const on: Readonly<Record<string, string>> = { accent: 'var(--on-accent)', danger: 'var(--on-danger)' }

const colors = {
  accent: ['#f3f7fd', '#e8f0fb', '#cfe0f7', '#a6c6f2', '#7fb0f5', '#4d87d6', '#1f5fbf', '#194f9f', '#1b4f9c', '#123a76'], // prettier-ignore
  danger: ['#fdf3f3', '#fce8e7', '#f8cfcd', '#f6a09b', '#f0736d', '#d64541', '#b42320', '#a3201d', '#8a1b19', '#6c1513'], // prettier-ignore
  gray: ['#f6f7f9', '#eef0f3', '#e6e9ed', '#dde1e7', '#c4cad3', '#858d9b', '#626c7b', '#4a5361', '#2b313b', '#14181f'], // prettier-ignore
  dark: ['#eef1f5', '#b3bbc7', '#949ead', '#6b7686', '#2b313b', '#222831', '#171a20', '#101318', '#0b0d11', '#07090c'], // prettier-ignore
} as const

const modal = { lockScroll: false, padding: 20, radius: 'lg', centered: true, transitionProps: { duration: 120 } }

/** Mantine as this house sets it; the colours themselves are in `tokens.css`, which knows light and dark. */
export const theme = createTheme({
  fontFamily: family,
  headings: { fontFamily: family, fontWeight: '600' },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '4px', md: '6px', lg: '8px', xl: '8px' },
  defaultRadius: 'sm',
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  white: '#ffffff',
  black: '#14181f',
  respectReducedMotion: true,
  cursorType: 'pointer',
  colors,
  variantColorResolver: input => {
    const resolved = defaultVariantColorsResolver(input)
    const text = on[input.color ?? 'accent']
    return input.variant === 'filled' && text ? { ...resolved, color: text } : resolved
  },
  components: {
    // Our own style sheet stops scrolling: the library's lock would write styles into the page, which its policy forbids.
    Modal: { defaultProps: modal },
    ModalRoot: { defaultProps: modal },
    Drawer: { defaultProps: { lockScroll: false, padding: 16, transitionProps: { duration: 160 } } },
    Menu: { defaultProps: { radius: 'md', withInitialFocusPlaceholder: false, transitionProps: { duration: 100 } } },
    Popover: { defaultProps: { radius: 'md', transitionProps: { duration: 100 } } },
    // A closed list that stays mounted is drawn and measured with every screen.
    Combobox: { defaultProps: { keepMounted: false } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  },
})

const shades = (name: 'accent' | 'danger', text: string, soft: string) => ({
  [`--mantine-color-${name}-filled`]: `var(--${name})`,
  [`--mantine-color-${name}-filled-hover`]: `var(--${name}-hover)`,
  [`--mantine-color-${name}-text`]: text,
  [`--mantine-color-${name}-outline`]: `var(--${name})`,
  [`--mantine-color-${name}-light`]: soft,
  [`--mantine-color-${name}-light-hover`]: soft,
  [`--mantine-color-${name}-light-color`]: text,
})

const bothSchemes = {
  ...shades('accent', 'var(--accent)', 'var(--accent-soft)'),
  ...shades('danger', 'var(--erro)', 'var(--erro-soft)'),
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-error': 'var(--erro)',
  '--mantine-color-success': 'var(--ok)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-gray-light-color': 'var(--ink-2)',
}

/** Mantine's colours by our tokens' names, the same in light and dark: the tokens change, not their use. */
export const variables: CSSVariablesResolver = () => ({ variables: {}, light: bothSchemes, dark: bothSchemes })
