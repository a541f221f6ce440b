import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import { toSearch } from '#web/table/address.ts'
import type { ViewsProps } from '#web/table/ViewsBox.tsx'
import { LatePopover } from '#web/ui/LatePopover.tsx'
import { latePart } from '#web/ui/latePart.tsx'

const ViewsBox = latePart(() => import('#web/table/ViewsBox.tsx'))

/** Searches that were given a name: opened with a click, made from what is on the screen. */
export function Views(props: ViewsProps) {
  const [open, setOpen] = useState(false)
  const { page: _page, ...asked } = props.search
  const here = toSearch(asked).slice(1)
  const now = props.taste.views.find(view => view.search === here)
  return (
    <LatePopover
      opened={open}
      onChange={setOpen}
      width={340}
      position="bottom-start"
      trapFocus
      dropdown={{ 'aria-label': 'Visões desta lista' }}
      target={
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconBookmark size={16} stroke={1.5} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {now?.name ?? 'Visões'}
        </Button>
      }
    >
      <ViewsBox {...props} now={now} close={() => setOpen(false)} />
    </LatePopover>
  )
}
