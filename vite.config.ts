import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  convertCssVariables,
  deepMerge,
  defaultCssVariablesResolver,
  DEFAULT_THEME,
  mergeMantineTheme,
  type MantineThemeColors,
} from '@mantine/core'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from './scripts/compressed.ts'
import { contracts } from './scripts/contracts.ts'
import { fonts } from './scripts/fonts.ts'
import { guides } from './scripts/guides.ts'
import { outline } from './scripts/outline.ts'
import { preloads } from './scripts/preloads.ts'
import { ownRuntime } from './scripts/runtime.ts'
import { widths } from './src/web/constants.ts'
import { theme, variables } from './src/web/theme/theme.ts'

/**
 * Mantine's variables as a style sheet of the build, `virtual:theme.css`. At run time they would be written into the page,
 * which its policy (`style-src 'self'`) forbids.
 */
function themeSheet(): Plugin {
  const id = 'virtual:theme.css'
  // Of the library's fourteen colours the interface has those of our theme alone: the others are a quarter of the first sheet.
  const merged = { ...mergeMantineTheme(DEFAULT_THEME, theme), colors: theme.colors as MantineThemeColors }
  const sheet = convertCssVariables(deepMerge(defaultCssVariablesResolver(merged), variables(merged)), ':root')
  return {
    name: 'outorga-theme',
    resolveId: source => (source === id ? `\0${id}` : null),
    load: loaded => (loaded === `\0${id}` ? sheet : null),
  }
}

/** The widths at which the interface takes another shape, as style sheets name them: `@media (--phone)`. */
function namedWidths(): Plugin {
  return {
    name: 'outorga-widths',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.css')
        ? code.replace(/\(--(phone|narrow)\)/g, (_, name: keyof typeof widths) => widths[name])
        : null,
  }
}

/** What comes in one file: the modules named, and all they stand on that no earlier one brings. */
const together = {
  // The pages before somebody is signed in.
  base: ['main.web', 'features/people/auth/Login', 'features/people/auth/Recovery', 'features/people/auth/Reset'],
  // What whoever is signed in sees first: which screens there are, their frame, and lists.
  work: [
    'inside.web',
    'web/layout/Shell',
    'web/screens/ListScreen',
    'features/people/empresas/CompanySelect',
    'features/support/informative/Bell',
    'features/platform/help/HelpButton',
    'features/platform/palette/PaletteButton',
    'features/clients/clients/ClientList',
  ],
  // What comes once the first screen is there: toasts, questions, what opens from a button, the menu, the sign-in over it, how it all looks, what narrows a list.
  after: [
    'web/ui/Hosts',
    'web/ui/Tip',
    'web/ui/Choice',
    'web/ui/AskedMenu',
    'web/ui/AskedPopover',
    'web/layout/GroupMenu',
    'web/layout/MenuDrawer',
    'web/layout/SettingsPanel',
    'web/table/FilterBox',
  ],
  // One record of anything, shown and typed.
  record: ['web/screens/CreateScreen', 'web/screens/DetailScreen', 'parts/areas/AreasScreen'],
}
const groups = Object.entries(together).map(([name, roots], index, all) => {
  const ids = new Set(roots.map(root => fileURLToPath(new URL(`src/${root}.tsx`, import.meta.url))))
  for (const id of ids) if (!existsSync(id)) throw new Error(`there is no ${id} to put into ${name}`)
  return { name, priority: all.length - index, test: (id: string) => ids.has(id) }
})

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [
    react(),
    themeSheet(),
    fonts(),
    namedWidths(),
    outline(),
    contracts(),
    guides(),
    ownRuntime(),
    preloads({ font: 'inter-latin-wght-normal', signedIn: 'work' }),
    compressed(),
  ],
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    // No data: addresses for scripts or styles, and no inline helper: the page's policy allows only files of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The map's engine is one file, and comes with the map alone.
    chunkSizeWarningLimit: 1_300,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    proxy: { '/api': server, '/oauth': server, '/config.json': server, '/content': server, '/calendar': server },
  },
})
