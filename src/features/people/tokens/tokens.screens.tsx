import type { WebFeature } from '#features/feature.web.ts'

/** Tokens for other programs: one's own, and for administrators everybody's. */
export const tokensOnWeb: WebFeature = {
  screens: [
    {
      path: '/meus-tokens',
      title: 'Meus tokens',
      load: () => import('#features/people/tokens/OwnTokensScreen.tsx'),
    },
    {
      path: '/meus-tokens/create',
      title: 'Novo token',
      load: () => import('#features/people/tokens/OwnTokenCreate.tsx'),
    },
    {
      path: '/tokens',
      title: 'Tokens',
      permission: 'tokens.index',
      load: () => import('#features/people/tokens/TokensScreen.tsx'),
    },
    {
      path: '/tokens/create',
      title: 'Novo token de sistema',
      permission: 'tokens.store',
      load: () => import('#features/people/tokens/SystemTokenCreate.tsx'),
    },
  ],
}
