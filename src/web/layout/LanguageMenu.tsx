import { ActionIcon } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import styles from '#web/layout/topbar.module.css'
import { LateMenu } from '#web/ui/LateMenu.tsx'

/** Offers one language, named in itself. */
export const LanguageMenu = () => (
  <LateMenu
    position="bottom-end"
    target={
      <ActionIcon size="md" className={styles.extra} aria-label="Idioma">
        <IconLanguage size={20} stroke={1.5} aria-hidden />
      </ActionIcon>
    }
  >
    {Menu => (
      <Menu.Item lang="pt-BR" aria-current="true" rightSection={<IconCheck size={16} stroke={1.5} aria-hidden />}>
        Português (Brasil)
      </Menu.Item>
    )}
  </LateMenu>
)
