import '#web/theme/styles.ts'
import { StrictMode, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#web/App.tsx'
import { loadConfig } from '#web/config.ts'
import { Unreachable } from '#web/errors/Unreachable.tsx'
import type { MenuGroup } from '#web/layout/menu.ts'
import { openRouter } from '#web/router.tsx'
import { MissingPart } from '#web/route/chunk.ts'
import { RouteRefusal } from '#web/route/faults.ts'
import type { Screen } from '#web/route/screen.ts'
import { followOthers, restore } from '#web/session.ts'

interface Product {
  /** The screens that anybody may open. */
  readonly entrance: readonly Screen[]
  readonly inside: () => Promise<{
    readonly screens: readonly Screen[]
    readonly menu: readonly MenuGroup[]
    /** What the product adds to the top bar: before the frame's own buttons, and among them. */
    readonly topbar: { readonly start: Screen['load']; readonly end: Screen['load'] }
  }>
}

/** What is drawn in words for its reader leaves no trace; anything else a screen threw does. */
const onCaughtError = (error: unknown) => {
  if (error instanceof RouteRefusal || error instanceof MissingPart) return
  // oxlint-disable-next-line no-console -- the library does the same by default
  console.error(error)
}

/** Draws the interface of a product into the page. */
export async function start({ entrance, inside }: Product) {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  const show = (Shown: ComponentType) =>
    createRoot(root, { onCaughtError }).render(
      <StrictMode>
        <Shown />
      </StrictMode>,
    )
  try {
    await loadConfig()
  } catch {
    return show(Unreachable)
  }
  restore()
  followOthers()
  const router = openRouter(entrance, async () => {
    const { screens, menu, topbar } = await inside()
    const frame = async () => {
      const [{ shellWith }, first, last] = await Promise.all([
        import('#web/layout/Shell.tsx'),
        topbar.start(),
        topbar.end(),
      ])
      return { default: shellWith({ menu, TopbarStart: first.default, TopbarEnd: last.default }) }
    }
    return { screens, menu, frame }
  })
  show(() => <App router={router} />)
}
