import { createElement } from 'react'
import { permission } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { InformationProps } from '#parts/sheet/SheetScreen.tsx'
import { sheetPath } from '#parts/sheet/sheet.ts'
import type { Screen } from '#web/route/screen.ts'

type SheetParts = Omit<InformationProps, 'resource'>

/** The screen on which a record of a section is read: what is known of it, and what `load` adds. */
export const sheetOf = (resource: AnyResource, load: () => Promise<SheetParts>): Screen => ({
  path: sheetPath(resource, '$uuid'),
  title: 'Informações',
  permission: permission(resource, 'show'),
  load: async () => {
    const [{ SheetScreen }, parts] = await Promise.all([import('#parts/sheet/SheetScreen.tsx'), load()])
    return { default: () => createElement(SheetScreen, { resource, ...parts }) }
  },
})
