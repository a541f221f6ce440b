import { existsSync, readFileSync } from 'node:fs'
import { releaseOf } from '#server/migrate.ts'

/** What runs, for who helps from afar and for the metrics. */
export interface ProgramBuild {
  /** Null where no package is beside the program. */
  readonly version: string | null
  /** Null where it runs from its sources. */
  readonly commit: string | null
  readonly node: string
}

export const buildOf = (): ProgramBuild => ({ version: releaseOf(), commit: commitOf(), node: process.versions.node })

/** The commit, as the build wrote it beside the program. */
function commitOf(): string | null {
  const file = new URL('build.json', import.meta.url)
  const content: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  return typeof content === 'object' && content && 'commit' in content ? String(content.commit) : null
}
