import { createElement, type ComponentType } from 'react'
import { permission } from '#kernel/access.ts'
import { verbsOf, type AnyResource } from '#kernel/resource.ts'
import { allOf, capital, newOf } from '#kernel/text.ts'
import type { Screen } from '#web/route/screen.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { askAhead } from '#web/table/useList.ts'

type Load = Screen['load']
interface Own {
  readonly list?: Load
  readonly create?: Load
  readonly detail?: Load
}
type Default = ComponentType<{ readonly resource: AnyResource }>

/** The three screens of a resource, as far as its verbs go; a feature brings its own of any of them. */
export function screensOf(resource: AnyResource, own: Own = {}): readonly Screen[] {
  const { path, text } = resource
  const drawn =
    (load: () => Promise<Default>): Load =>
    async () => {
      const shown = await load()
      return { default: () => createElement(shown, { resource }) }
    }
  const create = own.create ?? drawn(async () => (await import('#web/screens/CreateScreen.tsx')).CreateScreen)
  const detail = own.detail ?? drawn(async () => (await import('#web/screens/DetailScreen.tsx')).DetailScreen)
  const screens = {
    index: {
      path: `/${path}`,
      title: allOf(text),
      load: own.list ?? drawn(async () => ListScreen),
      ahead: async (search: string) => askAhead(resource, search),
    },
    store: { path: `/${path}/create`, title: newOf(text), load: create },
    show: { path: `/${path}/$uuid`, title: capital(text.one), load: detail },
  } as const
  return (['index', 'store', 'show'] as const)
    .filter(verb => verbsOf(resource).includes(verb))
    .map(verb => ({ ...screens[verb], permission: permission(resource, verb) }))
}
