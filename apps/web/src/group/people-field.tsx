import CloseOutlined from '@ant-design/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import type { GroupPerson } from '@mimamori/contract/group'
import { Button, Input } from 'antd'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { GroupField } from '../kit/form/field.tsx'
import { useFormMode } from '../kit/form/form-mode.ts'
import { controlId } from '../kit/form/control-id.ts'
import type { FormState } from '../kit/form/use-form.ts'
import { LocalPages } from '../kit/local-pages.tsx'
import { useOpener } from '../kit/use-opener.ts'
import { MemberPicker } from './member-picker.tsx'
import styles from './people-field.module.css'
import { type GroupForm, type Seat, type Seating } from './seats.ts'

type PersonProps = {
  readonly person: GroupPerson
  readonly groupId: number | undefined
  readonly remove?: ((person: GroupPerson) => void) | undefined
}

/** Nobody is redrawn for what is typed beside them. */
const Person = memo(({ person, groupId, remove }: PersonProps) => (
  <li className={styles['person']}>
    <div className={styles['who']}>
      <span>{person.fullName}</span> <span className={`id ${styles['code']}`}>{person.workerCode}</span>
      {person.groupId !== null && person.groupId !== groupId && <p className={styles['from']}>{person.groupName} から移ります</p>}
    </div>
    {remove !== undefined && (
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden="true" />}
        aria-label={`${person.fullName}を外す`}
        onClick={() => remove(person)}
      />
    )}
  </li>
))

type PeopleProps = Omit<PersonProps, 'person'> & { readonly people: readonly GroupPerson[] }

// A browser takes seconds over ten thousand people drawn at once, and nobody reads them.
const pageSize = 100

const isFound = ({ fullName, workerCode }: GroupPerson, typed: string) =>
  `${fullName}\n${workerCode ?? ''}`.normalize('NFKC').toLowerCase().includes(typed.normalize('NFKC').trim().toLowerCase())

/** Some people by name, or many page by page: those who come in are on the last one, which is shown then. */
const People = memo(({ people, ...rest }: PeopleProps) => {
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [known, setKnown] = useState(people.length)
  const isMany = people.length > pageSize
  const found = isMany ? people.filter((person) => isFound(person, typed)) : people
  const pages = Math.max(1, Math.ceil(found.length / pageSize))
  if (known !== people.length) {
    setKnown(people.length)
    if (people.length > known) setPage(pages)
  }
  const here = Math.min(page, pages)
  return (
    <>
      {isMany && (
        <div className={styles['search']}>
          <Input
            allowClear
            aria-label="選ばれている人を氏名と作業者コードで探す"
            placeholder="氏名・作業者コードで探す"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setPage(1)
            }}
            // It searches as one types; the form around it is not sent.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <span role="status" className={styles['count']}>
            {typed.trim() !== '' && `${found.length.toLocaleString('ja-JP')}人が該当`}
          </span>
        </div>
      )}
      <ul className={styles['people']}>
        {found.slice((here - 1) * pageSize, here * pageSize).map((person) => (
          <Person key={person.userId} person={person} {...rest} />
        ))}
      </ul>
      <LocalPages className={styles['pages']} page={here} pageSize={pageSize} total={found.length} onChange={setPage} />
    </>
  )
})

type PeopleFieldProps = { readonly form: FormState<typeof GroupForm>; readonly seat: Seat; readonly groupId: number | undefined }

/** The people in one place of a group: chosen in a dialog, taken out one by one, kept only with the form. */
export const PeopleField = ({ form, seat, groupId }: PeopleFieldProps) => {
  const picker = useOpener()
  const mode = useFormMode()
  const seating: Seating = {
    leaderId: form.draft.leaderId ?? [],
    listSubleader: form.draft.listSubleader ?? [],
    listMember: form.draft.listMember ?? [],
  }
  const people = seating[seat]
  const officeId = Number(form.draft.officeId ?? 0)
  const set = (next: readonly GroupPerson[]) => form.set(seat, [...next])
  const label = form.labelOf(seat)
  const { id: formId, set: setField } = form
  const latest = useRef(people)
  useEffect(() => {
    latest.current = people
  }, [people])
  const takeOut = useCallback(
    (gone: GroupPerson) => {
      setField(
        seat,
        latest.current.filter((person) => person !== gone),
      )
      // The button that was pressed goes with the person.
      document.getElementById(controlId(formId, seat))?.focus()
    },
    [formId, setField, seat],
  )
  return (
    <GroupField
      form={form}
      name={seat}
      said={people.length === 0 ? null : <People people={people} groupId={groupId} />}
      hint={officeId === 0 ? '先に拠点を選んでください。' : undefined}
    >
      {({ id }) => (
        <>
          {people.length > 0 && <People people={people} groupId={groupId} remove={takeOut} />}
          <div className={styles['add']}>
            <Button id={id} icon={<PlusOutlined aria-hidden="true" />} disabled={officeId === 0} onClick={picker.open}>
              {`${label}を選ぶ`}
            </Button>
            <span className={styles['count']}>{people.length.toLocaleString('ja-JP')}人</span>
          </div>
          {picker.isOpen && mode !== 'view' && (
            <MemberPicker
              seat={seat}
              seating={seating}
              officeId={officeId}
              groupId={groupId}
              onPick={(chosen) => set([...people, ...chosen])}
              onClose={picker.close}
            />
          )}
        </>
      )}
    </GroupField>
  )
}
