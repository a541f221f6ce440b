import { documents } from '#features/clients/documents/documents.ts'
import type { WebFeature } from '#features/feature.web.ts'
import type { Area } from '#parts/areas/area.web.ts'
import { latePart } from '#web/ui/latePart.tsx'

const ClientDocuments = latePart(() => import('#features/clients/documents/ClientDocuments.tsx'))

/** A client's papers, beside the client. */
const area: Area = {
  resource: documents,
  first: true,
  by: 'client',
  sort: '-created_at',
  group: 'Cadastro',
  render: row => <ClientDocuments client={row} />,
}

export const documentsOnWeb: WebFeature = {
  own: { [documents.path]: { detail: () => import('#features/clients/documents/DocumentScreen.tsx') } },
  areas: [area],
}
