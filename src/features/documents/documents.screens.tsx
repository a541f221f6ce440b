import { lazy } from 'react'
import { documents } from '#features/documents/documents.ts'
import type { Area } from '#parts/areas/AreasScreen.tsx'

const ClientDocuments = lazy(() => import('#features/documents/ClientDocuments.tsx'))

/** A client's papers, beside the client. */
export const documentsArea: Area = {
  resource: documents,
  by: 'client',
  render: row => <ClientDocuments client={row} />,
}
export const documentScreens = { detail: () => import('#features/documents/DocumentScreen.tsx') } as const
