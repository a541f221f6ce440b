import { ActionIcon, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots, IconDownload } from '@tabler/icons-react'
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

/** What is done to the whole month; on a phone a menu holds it all, because rows of buttons hide the coletas. */
export function QuadroActs({ month: { busy, files, open }, missing }: Props) {
  const user = useUser()
  const narrow = useMediaQuery(widths.phone, false, { getInitialValueInEffect: false })
  const semesters = can(user, 'collects.semestres') && { label: 'Econômico do semestre', to: '/collects/semestre' }
  const zips = can(user, downloadMonthFiles.id)
  const opens = can(user, openColetas.id) && missing > 0
  const openLabel = `Abrir o mês (${missing})`
  if (narrow)
    return (
      (semesters || zips || opens) && (
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
              {opens && (
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
      )
    )
  return (
    <>
      {semesters && (
        <Button variant="default" component={Link} to={semesters.to}>
          {semesters.label}
        </Button>
      )}
      {zips && (
        <Button
          variant="default"
          disabled={busy}
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
          onClick={() => void files()}
        >
          Baixar arquivos do mês
        </Button>
      )}
      {opens && (
        <BusyButton busy={busy} doing="Abrindo…" onClick={() => void open()}>
          {openLabel}
        </BusyButton>
      )}
    </>
  )
}
