declare module 'virtual:guides' {
  import type { GuideBook } from '#features/help/guides.ts'
  const book: GuideBook
  export default book
  /** Addresses of pictures by their names. */
  export const pictures: Readonly<Record<string, string>>
}
declare module 'virtual:newest' {
  /** The day of the newest news, 'AAAA-MM-DD'. */
  const newest: string
  export default newest
}
