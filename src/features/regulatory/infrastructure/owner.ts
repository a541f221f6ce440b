import { clientKey, clientKeyKinds, keysOfClient } from '#features/clients/clients/client-keys.ts'
import type { ClientIdentity, ClientKeyKind } from '#features/clients/clients/client-keys.ts'
import { join } from '#kernel/text.ts'
import { onceEach } from '#parts/table/once.ts'

/** Whose a line of a file is. */
export type LineOwner =
  /** The client's, and by what; by nothing where the file has no column of owners. */
  | { readonly own: true; readonly by: ClientKeyKind | null }
  /** Another's. */
  | { readonly own: false }
  /** The client's by one column, and another's by a surer one. */
  | { readonly unclear: string }
  /** Every cell that would name an owner is empty or cannot be read. */
  | 'unread'

/** Sentences name kinds by these. */
const by: Readonly<Record<ClientKeyKind, string>> = {
  document: 'pelo CNPJ',
  fistel: 'pelo fistel',
  name: 'pelo nome',
}
/** 'pelo CNPJ e pelo nome'; null of none. */
export const keyKindsInWords = (kinds: ReadonlySet<ClientKeyKind>): string | null =>
  join(clientKeyKinds.flatMap(kind => (kinds.has(kind) ? [by[kind]] : []))) || null

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
interface OwnerCell {
  readonly kind: ClientKeyKind
  readonly key: string | null
  readonly isOwn: boolean
}
/** Owners that are remembered as they are written: the agency's files have some 45,000. */
const mostOwners = 60_000
/** Fistels that are named to somebody; more of them are one more reason to look at the register. */
const mostFistels = 3

/**
 * Reads whose the lines of a file are. `columns`: where each kind is written, -1 where it is not. The document decides where it can
 * be read, else the fistel, else the name; a fistel that is not registered here is still the client's where the name is.
 */
export function ownerReader(client: ClientIdentity, columns: Readonly<Record<ClientKeyKind, number>>) {
  const keys = keysOfClient(client)
  const kinds = clientKeyKinds.filter(kind => columns[kind] >= 0)
  const cellOf = (kind: ClientKeyKind) => {
    const read = onceEach((text: string): OwnerCell => {
      const key = clientKey(text, kind)
      return { kind, key, isOwn: key !== null && keys.has(key) }
    }, mostOwners)
    return (cells: readonly string[]) => read(cells[columns[kind]] ?? '')
  }
  const readers = new Map(kinds.map(kind => [kind, cellOf(kind)]))
  const [, root = ''] = /^document ((?!000)[0-9A-Z]{8})/.exec(clientKey(client.document, 'document') ?? '') ?? []
  const strangeFistels = new Set<string>()

  function ownerOf(cells: readonly string[]): LineOwner {
    if (!kinds.length) return { own: true, by: null }
    const document = readers.get('document')?.(cells)
    // Most lines are of others, whose other columns need not be read.
    if (document && document.key !== null) return ownerByDocument(document, cells)
    const read = kinds.flatMap(kind => (kind === 'document' ? [] : (readers.get(kind)?.(cells) ?? [])))
    const [surest] = read.filter(({ key }) => key !== null)
    if (!surest) return 'unread'
    const own = read.find(({ isOwn }) => isOwn)
    if (!own) return { own: false }
    if (own !== surest && strangeFistels.size < mostFistels) strangeFistels.add((cells[columns.fistel] ?? '').trim())
    return { own: true, by: own.kind }
  }
  function ownerByDocument({ key, isOwn }: OwnerCell, cells: readonly string[]): LineOwner {
    if (isOwn) return { own: true, by: 'document' }
    const fistel = (cells[columns.fistel] ?? '').replace(/\D/g, '').padStart(11, '0')
    if (client.fistels.includes(fistel))
      return { unclear: `o fistel é deste cliente, e o CNPJ não: “${nameIn(cells)}”` }
    return root !== '' && key?.startsWith(`document ${root}`)
      ? { unclear: `o CNPJ é de outro estabelecimento da empresa: “${nameIn(cells)}”` }
      : { own: false }
  }
  /** As the surest column that says something writes it. */
  const nameIn = (cells: readonly string[]) => {
    const text = kinds.map(kind => (cells[columns[kind]] ?? '').trim()).find(Boolean) ?? ''
    return shorten(text)
  }
  return {
    ownerOf,
    /** Whose a line is, as it writes it. */
    nameIn,
    /** The file names owners by these. */
    kinds: new Set(kinds),
    /** Fistels of lines that are the client's by name, and that it does not have here. */
    strangeFistels: (): readonly string[] => [...strangeFistels],
  }
}
