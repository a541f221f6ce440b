import { Group } from '@mantine/core'
import { useState } from 'react'
import { useOwn } from '#features/people/users/useOwn.web.ts'
import { users } from '#features/people/users/users.ts'
import { Input } from '#web/kinds/Input.tsx'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { useConfirmLeave } from '#web/ui/leave.ts'
import styles from '#features/people/users/profile.module.css'

/** One's name and birthday; the rest is the administrator's to change. */
export function OwnData() {
  const user = useUser()
  const [name, setName] = useState(user.name)
  const [birthday, setBirthday] = useState(user.birthday)
  const { saving, save, errorOf, refusal } = useOwn()
  const dirty = name !== user.name || birthday !== user.birthday
  useConfirmLeave(dirty)
  return (
    <form
      noValidate
      onSubmit={e => {
        e.preventDefault()
        void save({ name, birthday })
      }}
    >
      <Input
        name="name"
        field={users.fields.name}
        value={name}
        onChange={typed => setName(typeof typed === 'string' ? typed : '')}
        errorOf={errorOf}
      />
      <div className={styles.short}>
        <Input
          name="birthday"
          field={users.fields.birthday}
          value={birthday}
          onChange={typed => setBirthday(typeof typed === 'string' ? typed : null)}
          errorOf={errorOf}
        />
      </div>
      <Group gap={12}>
        <BusyButton type="submit" busy={saving} doing="Salvando…">
          Salvar dados
        </BusyButton>
        <span className="meta">{dirty && 'Alterações por salvar'}</span>
      </Group>
      {refusal && (
        <p className="wrong" role="alert">
          {refusal}
        </p>
      )}
    </form>
  )
}
