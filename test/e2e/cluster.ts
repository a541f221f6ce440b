import { Client } from 'pg'

// What `template.ts` prepared, for the workers that open houses: they know it by variables of their environment.

/** The product's first start, once without anything in it and once with the data of the demonstration. */
export type FirstStart = 'empty' | 'demo'
/** Where a first start is: its data folder, and its database in the cluster. */
export interface Place {
  readonly folder: string
  readonly database: string
}
const variables = { cluster: 'E2E_CLUSTER', firstStarts: 'E2E_FIRST_STARTS' } as const

export function announce(cluster: string, made: Readonly<Record<FirstStart, Place>>) {
  process.env[variables.cluster] = cluster
  process.env[variables.firstStarts] = JSON.stringify(made)
}

export const firstStarts = (): Readonly<Record<FirstStart, Place>> =>
  JSON.parse(process.env[variables.firstStarts] ?? '{}')

export function databaseUrl(database: string, cluster = process.env[variables.cluster] ?? ''): string {
  const url = new URL(cluster)
  url.pathname = `/${database}`
  return url.href
}

export async function administer(statement: string, cluster = process.env[variables.cluster] ?? ''): Promise<void> {
  const client = new Client({ connectionString: cluster })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
