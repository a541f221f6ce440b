import { InputWrapper } from '@mantine/core'
import { Link, RichTextEditor } from '@mantine/tiptap'
import '#web/theme/rich.css'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import type { InputProps } from '#web/kinds/input-props.ts'

/** The editor of rich text, loaded only for writers. What it lets through is sanitised again where it is stored. */
export default function RichInput({ name, field, value, onChange, errorOf }: InputProps) {
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: false }), Link],
    content: typeof value === 'string' ? value : '',
    injectCSS: false,
    shouldRerenderOnTransaction: true,
    editorProps: { attributes: { 'aria-label': field.label, id: name } },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  })
  return (
    <InputWrapper label={field.label} error={errorOf?.(name)}>
      <RichTextEditor editor={editor}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 aria-label="Título" />
            <RichTextEditor.Bold aria-label="Negrito" />
            <RichTextEditor.Italic aria-label="Itálico" />
            <RichTextEditor.BulletList aria-label="Lista" />
            <RichTextEditor.OrderedList aria-label="Lista numerada" />
            <RichTextEditor.Link aria-label="Link" />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </InputWrapper>
  )
}
