import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { AnyResource } from '#kernel/resource.ts'
import { choices, frameStore } from '#web/layout/frame.ts'
import { useSideMenu } from '#web/layout/pins.ts'
import { useStore } from '#web/store.ts'
import { offered } from '#web/table/columns.ts'
import { LateMenu } from '#web/ui/LateMenu.tsx'
import styles from '#web/table/list.module.css'

const densities = ['comfortable', 'default', 'compact'] as const

interface Props {
  readonly resource: AnyResource
  readonly outside: boolean
  readonly columns: readonly string[]
  /** Null: the list's own. */
  readonly onColumns: (columns: readonly string[] | null) => void
}

/** Which columns this list shows, and how tall the rows of every list are. */
export function LookMenu({ resource, outside, columns, onColumns }: Props) {
  const { density } = useStore(frameStore)
  const { like } = useSideMenu()
  const [, ...rest] = offered(resource, outside)
  const turn = (name: string) =>
    onColumns(columns.includes(name) ? columns.filter(each => each !== name) : [...columns, name])
  return (
    <LateMenu
      position="bottom-end"
      closeOnItemClick={false}
      width={240}
      dropdown={{ className: styles.look }}
      target={
        <ActionIcon aria-label="Colunas e altura das linhas">
          <IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      }
    >
      {Menu => (
        <>
          <Menu.Label>Colunas</Menu.Label>
          {rest.map(name => (
            <Menu.CheckboxItem key={name} checked={columns.includes(name)} onChange={() => turn(name)}>
              {resource.fields[name]?.label ?? name}
            </Menu.CheckboxItem>
          ))}
          <Menu.Item onClick={() => onColumns(null)}>Voltar às colunas da lista</Menu.Item>
          <Menu.Divider />
          <Menu.Label>Altura das linhas</Menu.Label>
          <Menu.RadioGroup value={density}>
            {densities.map(each => (
              <Menu.RadioItem key={each} value={each} onChange={() => like({ density: each })}>
                {choices.density[each]}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </>
      )}
    </LateMenu>
  )
}
