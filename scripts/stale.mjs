import { readdirSync, statSync } from 'node:fs'

/** When the newest of these files, and of those in these folders, was written, in milliseconds. */
export const newest = paths =>
  Math.max(
    ...paths.flatMap(path => {
      const stat = statSync(path)
      return stat.isDirectory()
        ? readdirSync(path, { recursive: true, withFileTypes: true })
            .filter(each => each.isFile())
            .map(each => statSync(`${each.parentPath}/${each.name}`).mtimeMs)
        : [stat.mtimeMs]
    }),
  )

/** When a file was written; 0 while there is none. */
export const madeAt = path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
