declare module 'virtual:guides' {
  import type { GuideBook } from '#features/platform/help/guides.ts'
  const book: GuideBook
  export default book
  /** Addresses of pictures by their names. */
  export const pictures: Readonly<Record<string, string>>
}
declare module 'virtual:newest' {
  /** The days of the newest news for the team, and for people of clients, 'AAAA-MM-DD'. */
  const newest: { readonly team: string; readonly all: string }
  export default newest
}
