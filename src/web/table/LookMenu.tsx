import { ActionIcon, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconCheck } from '@tabler/icons-react'
import type { AnyResource } from '#kernel/resource.ts'
import { changeFrame, choices, frameStore } from '#web/layout/frame.ts'
import { useStore } from '#web/store.ts'
import { offered } from '#web/table/columns.ts'
import styles from '#web/table/table.module.css'

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
  const [, ...rest] = offered(resource, outside)
  const turn = (name: string) =>
    onColumns(columns.includes(name) ? columns.filter(each => each !== name) : [...columns, name])
  return (
    <Menu position="bottom-end" closeOnItemClick={false} width={240}>
      <Menu.Target>
        <ActionIcon aria-label="Colunas e altura das linhas">
          <IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.look}>
        <Menu.Label>Colunas</Menu.Label>
        {rest.map(name => (
          <Choice
            key={name}
            among="several"
            label={resource.fields[name]?.label ?? name}
            on={columns.includes(name)}
            onClick={() => turn(name)}
          />
        ))}
        <Menu.Item onClick={() => onColumns(null)}>Voltar às colunas da lista</Menu.Item>
        <Menu.Divider />
        <Menu.Label>Altura das linhas</Menu.Label>
        {densities.map(each => (
          <Choice
            key={each}
            among="one"
            label={choices.density[each]}
            on={density === each}
            onClick={() => changeFrame({ density: each })}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ChoiceProps {
  readonly among: 'several' | 'one'
  readonly label: string
  readonly on: boolean
  readonly onClick: () => void
}
const Choice = ({ among, label, on, onClick }: ChoiceProps) => (
  <Menu.Item
    role={among === 'one' ? 'menuitemradio' : 'menuitemcheckbox'}
    aria-checked={on}
    rightSection={on && <IconCheck size={16} aria-hidden />}
    onClick={onClick}
  >
    {label}
  </Menu.Item>
)
