import { Drawer } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { guideFor, newsGuide } from '#features/platform/help/guides.ts'
import styles from '#features/platform/help/help.module.css'
import { KeySheet } from '#features/platform/help/KeySheet.tsx'
import { useUnreadNews } from '#features/platform/help/useNews.web.ts'
import { useGuides } from '#features/platform/help/useGuides.web.ts'
import { menu } from '#features/menu.ts'
import { Prose } from '#parts/reading/Prose.tsx'
import { itemAt } from '#web/layout/menu.ts'

/** The guide of the screen, beside it: what is being typed there stays. */
export default function HelpDrawer({ onClose }: { readonly onClose: () => void }) {
  const { pathname } = useLocation()
  const { pages, pictures } = useGuides()
  const news = useUnreadNews()
  const guide = guideFor(itemAt(menu, pathname)?.id ?? null, pages)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={520}
      title={guide ? guide.title : 'Ajuda'}
      closeButtonProps={{ 'aria-label': 'Fechar a ajuda' }}
    >
      <nav className={styles.ways} aria-label="Ajuda">
        {guide && <Link to={`/ajuda/${guide.slug}`}>Abrir em tela inteira</Link>}
        <Link to="/ajuda">Toda a ajuda</Link>
        <Link to={`/ajuda/${newsGuide}`}>Novidades{news && ' (há novas)'}</Link>
      </nav>
      <KeySheet />
      {guide && <Prose html={guide.html} pictures={pictures} />}
    </Drawer>
  )
}
