import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import styles from '#web/layout/topbar.module.css'

/** One language, said as such. */
export const LanguageMenu = () => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon size="md" className={styles.extra} aria-label="Idioma">
        <IconLanguage size={20} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item lang="pt-BR" aria-current="true" rightSection={<IconCheck size={16} stroke={1.5} aria-hidden />}>
        Português (Brasil)
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
