import { ActionIcon, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconCheck } from '@tabler/icons-react'
import { changeFrame, choices, frameStore } from '#web/layout/frame.ts'
import { useStore } from '#web/store.ts'

const densities = ['comfortable', 'default', 'compact'] as const

/** How tall rows are: kept in this browser, for every list. */
export function DensityMenu() {
  const { density } = useStore(frameStore)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label="Altura das linhas">
          <IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Altura das linhas</Menu.Label>
        {densities.map(each => (
          <Menu.Item
            key={each}
            role="menuitemradio"
            aria-checked={density === each}
            rightSection={density === each && <IconCheck size={16} aria-hidden />}
            onClick={() => changeFrame({ density: each })}
          >
            {choices.density[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
