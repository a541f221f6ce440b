import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { downloadMonthFiles, openColetas } from '#features/regulatory/month/api.ts'
import type { useMonth } from '#features/regulatory/month/useMonth.web.ts'
import { widths } from '#web/constants.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { LateMenu } from '#web/ui/LateMenu.tsx'

interface Props {
  readonly month: Pick<ReturnType<typeof useMonth>, 'busy' | 'files' | 'open'>
  /** Coletas of the month that nobody opened yet. */
  readonly missing: number
}

/** What is done to the whole month: to open it is a button where there is room, and the rest, which is for the end of it, a menu. */
export function QuadroActs({ month: { busy, files, open }, missing }: Props) {
  const user = useUser()
  const narrow = useMediaQuery(widths.phone, false, { getInitialValueInEffect: false })
  const semesters = can(user, 'collects.semestres') && { label: 'Econômico do semestre', to: '/collects/semestre' }
  const zips = can(user, downloadMonthFiles.id)
  const opens = can(user, openColetas.id) && missing > 0
  const openLabel = `Abrir o mês (${missing})`
  return (
    <>
      {opens && !narrow && (
        <BusyButton busy={busy} doing="Abrindo…" onClick={() => void open()}>
          {openLabel}
        </BusyButton>
      )}
      {(semesters || zips || (opens && narrow)) && (
        <LateMenu
          position="bottom-end"
          target={
            <ActionIcon variant="default" size="var(--control)" aria-label="Mais ações do mês">
              <IconDots size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          }
        >
          {Menu => (
            <>
              {opens && narrow && (
                <Menu.Item disabled={busy} onClick={() => void open()}>
                  {openLabel}
                </Menu.Item>
              )}
              {semesters && (
                <Menu.Item component={Link} to={semesters.to}>
                  {semesters.label}
                </Menu.Item>
              )}
              {zips && (
                <Menu.Item disabled={busy} onClick={() => void files()}>
                  Baixar arquivos do mês
                </Menu.Item>
              )}
            </>
          )}
        </LateMenu>
      )}
    </>
  )
}
