import { useQuery } from '@tanstack/react-query'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { rowQuery, type ReadRow } from '#web/screens/read-row.ts'

export type CollectRead = ReadRow<Collect>

/** A coleta with its version. */
export const collectQuery = (uuid: string) => rowQuery(collects, uuid)

export const useCollect = (uuid: string) => useQuery(collectQuery(uuid))
