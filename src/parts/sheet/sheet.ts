import type { AnyResource } from '#kernel/resource.ts'

/** Where a record is read rather than edited. */
export const sheetPath = ({ path }: Pick<AnyResource, 'path'>, uuid: string) => `/${path}/${uuid}/informacoes`
