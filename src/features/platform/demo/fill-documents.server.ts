import { documents } from '#features/clients/documents/documents.ts'
import type { KnownIds } from '#features/platform/demo/base.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import { papersHandedIn, page, papers } from '#features/platform/demo/papers.ts'
import type { DemoProvider } from '#features/platform/demo/providers.ts'
import { keepFile } from '#parts/file/store.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

interface DocumentSowing {
  readonly known: KnownIds
  readonly clients: readonly number[]
  readonly users: readonly number[]
  readonly today: string
}

/** Writes the papers of the clients that are still served; of each kind, every client has the same page. */
export async function fillDocuments(db: Sql, config: Config, all: readonly DemoProvider[], around: DocumentSowing) {
  const { known, clients, users, today } = around
  const bytes = papers.map(({ type, name }) => ({ type, content: page(name) }))
  const kept = new Map<string, { readonly sha256: string; readonly size: number }>()
  for (const { type, content } of bytes)
    kept.set(type, { sha256: await keepFile({ config, sql: db }, content), size: content.length })
  await sow(
    db,
    documents,
    all.flatMap((provider, i) =>
      provider.active
        ? papersHandedIn(provider, today).map(({ type, name, valid_until }) => ({
            name: `${name}.pdf`,
            ext: 'pdf',
            size: kept.get(type)?.size ?? 0,
            sha256: kept.get(type)?.sha256 ?? '',
            user_id: users[i % 4] ?? null,
            client_id: clients[i] ?? 0,
            document_type_id: known('document_types', type),
            valid_until,
          }))
        : [],
    ),
  )
}
