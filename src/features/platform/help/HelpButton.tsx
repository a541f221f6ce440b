import { ActionIcon, Indicator } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { IconHelp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useUnreadNews } from '#features/platform/help/useNews.web.ts'
import { useLettersOn } from '#web/ui/letterKeys.ts'
import { latePart } from '#web/ui/latePart.tsx'

const HelpDrawer = latePart(() => import('#features/platform/help/HelpDrawer.tsx'))

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** The help of the screen, one key away; a dot says there are news. */
export default function HelpButton() {
  const { pathname } = useLocation()
  // It belongs to the screen it was opened over.
  const [at, setAt] = useState<string | null>(null)
  const news = useUnreadNews()
  const lettersOn = useLettersOn()
  useEffect(() => {
    if (!lettersOn) return
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || isTyping(event.target))
        return
      event.preventDefault()
      setAt(pathname)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [pathname, lettersOn])
  return (
    <>
      <ActionIcon
        size="md"
        style={{ overflow: 'visible' }}
        aria-label={news ? 'Ajuda desta tela; há novidades' : 'Ajuda desta tela'}
        aria-keyshortcuts="?"
        onClick={() => setAt(pathname)}
      >
        <Indicator size={8} offset={3} disabled={!news} color="accent">
          <IconHelp size={20} stroke={1.5} aria-hidden />
        </Indicator>
      </ActionIcon>
      {at === pathname && <HelpDrawer onClose={() => setAt(null)} />}
    </>
  )
}
