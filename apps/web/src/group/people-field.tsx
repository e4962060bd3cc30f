import CloseOutlined from '@ant-design/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import type { GroupPerson } from '@mimamori/contract/group'
import { Button } from 'antd'
import { memo, useCallback, useEffect, useRef } from 'react'
import { GroupField } from '../kit/form/field.tsx'
import { useFormMode } from '../kit/form/form-mode.ts'
import { controlId, type FormState } from '../kit/form/use-form.ts'
import { useOpener } from '../kit/use-opener.ts'
import { MemberPicker } from './member-picker.tsx'
import styles from './people-field.module.css'
import { type GroupForm, type Seat, type Seating } from './seats.ts'

type PersonProps = {
  readonly person: GroupPerson
  readonly groupId: number | undefined
  readonly remove?: ((person: GroupPerson) => void) | undefined
}

/** Of a thousand people none is drawn anew for what is typed beside them. */
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

const People = memo(({ people, ...rest }: PeopleProps) => (
  <ul className={styles['people']}>
    {people.map((person) => (
      <Person key={person.userId} person={person} {...rest} />
    ))}
  </ul>
))

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
