import { useBlocker } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { confirm } from '#web/ui/confirm.tsx'
import { anyDirty, dirtyForms } from '#web/ui/dirty.ts'

/** A form with unsaved work asks before the reader goes elsewhere or closes the tab. */
export function useConfirmLeave(dirty: boolean) {
  const form = useId()
  useEffect(() => {
    if (!dirty) return
    dirtyForms.add(form)
    return () => void dirtyForms.delete(form)
  }, [dirty, form])
}

/** Asks about unsaved work, if there is any; true to go on. */
export const mayLeave = async () =>
  !anyDirty() ||
  (await confirm({
    title: 'Sair sem salvar?',
    text: 'Há alterações nesta página que ainda não foram salvas.',
    act: 'Sair sem salvar',
    cancel: 'Continuar editando',
    danger: true,
  }))

/** The one guard of the router, in the frame around every screen. */
export const useLeaveGuard = () =>
  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayLeave()),
    enableBeforeUnload: anyDirty,
  })

/** After a save, before going on by itself. */
export const forgetDirty = () => dirtyForms.clear()
