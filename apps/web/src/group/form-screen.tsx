import { endpoints } from '@mimamori/contract/endpoints'
import { mergeAddresses } from '@mimamori/contract/mail-address'
import { screens } from '@mimamori/contract/screens'
import type { Group, GroupPerson } from '@mimamori/contract/group'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { z } from 'zod'
import { Banner } from '../kit/banner.tsx'
import type { FormMode } from '../kit/form/form-mode.ts'
import { FixedField, FormSection, WideField } from '../kit/form/form-section.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import { ChangeLink } from '../kit/list-actions.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { LoadedRecord } from '../kit/loaded-record.tsx'
import { ResourceForm } from '../kit/resource-form.tsx'
import { useResourceForm } from '../kit/use-resource-form.ts'
import { useOfficeFromAddress } from '../organisation/offices/office-from-address.ts'
import { HeatFields, layerDraft } from '../organisation/heat-profile/heat-fields.tsx'
import { OfficeField } from '../organisation/offices/office-fields.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { type SearchOf, useScreenSearch } from '../platform/screen.ts'
import { MailField } from './mail-field.tsx'
import { PeopleField } from './people-field.tsx'
import { GroupForm, groupsLeft, roleChanges, roleQuestion, seatingOf, seats } from './seats.ts'

const list = screens.groupList
const nobody = { leaderId: [], listSubleader: [], listMember: [] }
const noLayer = { metabolicClass: null, acclimatised: null, clothing: null }

const draftOf = (record: Group | undefined, officeId: number | null) => ({
  officeId: record?.officeId ?? officeId,
  groupCode: record?.groupCode ?? '',
  groupName: record?.groupName ?? '',
  ...(record === undefined ? nobody : seatingOf(record)),
  listEmailAlert: record?.listEmailAlert.map(({ email }) => email) ?? [],
  typedAddress: '',
  ...layerDraft(record ?? noLayer),
})

type Values = z.output<typeof GroupForm>

/** Says whose account role changes, which people notice in their menus. */
const askAboutRoles = async (values: Values, record: Group | undefined): Promise<string | true> => {
  const others = await Promise.all(groupsLeft(values, record?.id).map((id) => call(endpoints.group.one, { params: { id } })))
  const changes = roleChanges(record === undefined ? nobody : seatingOf(record), values, others.map(seatingOf))
  return changes.length === 0 || roleQuestion(changes)
}

const idsOf = (people: readonly GroupPerson[]) => people.map((person) => person.userId)

const save = ({ typedAddress, ...values }: Values, record: Group | undefined) => {
  const { leaderId, listSubleader, listMember, listEmailAlert } = values
  const typed = typedAddress.trim()
  const body = {
    ...values,
    leaderId: idsOf(leaderId),
    listSubleader: idsOf(listSubleader),
    listMember: idsOf(listMember),
    listEmailAlert: typed === '' ? listEmailAlert : mergeAddresses([...listEmailAlert, typed]),
  }
  return record === undefined
    ? call(endpoints.group.create, { body })
    : call(endpoints.group.update, { body: { ...body, id: record.id, version: record.version } })
}

/** The office: chosen for a new group of somebody with several, else fixed. Another office has other people. */
const OfficeOfGroup = ({ form, record }: { readonly form: FormState<typeof GroupForm>; readonly record: Group | undefined }) => {
  if (record !== undefined) return <FixedField label={form.labelOf('officeId')} value={record.baseName} />
  const forget = () => {
    for (const seat of seats) form.set(seat, [])
  }
  return <OfficeField form={form} onChoose={forget} />
}

/** What the plan proposes to set, as the address writes it. */
type Proposed = SearchOf<'groupEdit'>

const hasProposed = (proposed: Proposed) => Object.values(proposed).some((value) => value !== undefined)

/** Writes what is proposed into the form, to be looked at and saved, or not. */
const useProposed = ({ set }: FormState<typeof GroupForm>, { metabolicClass, acclimatised, clothing }: Proposed) =>
  useEffect(() => {
    if (metabolicClass !== undefined) set('metabolicClass', metabolicClass)
    if (acclimatised !== undefined) set('acclimatised', acclimatised)
    if (clothing !== undefined) set('clothing', clothing)
  }, [set, metabolicClass, acclimatised, clothing])

const nothingProposed: Proposed = {}

type GroupFormProps = {
  readonly mode: FormMode
  readonly officeId: number | null
  readonly record?: Group
  readonly reload?: () => void
  readonly proposed?: Proposed
}

const GroupFormScreen = ({ mode, officeId, record, reload, proposed = nothingProposed }: GroupFormProps) => {
  const form = useResourceForm('group', {
    mode,
    list,
    schema: GroupForm,
    resource: 'group',
    initial: draftOf(record, officeId),
    beforeSave: (values) => askAboutRoles(values, record),
    save: (values) => save(values, record),
    reload,
  })
  useProposed(form, proposed)
  const chosen = Number(form.draft.officeId ?? 0)
  const office = useQuery({ ...queryOf(endpoints.office.one, { params: { id: chosen } }), enabled: chosen > 0 })
  const fixed = mode === 'update' ? { locked: '登録後は変更できません。' } : {}
  const change = mode === 'view' && record !== undefined && <ChangeLink to={screens.groupEdit.path} params={{ id: String(record.id) }} />
  return (
    <ResourceForm list={list} mode={mode} form={form} aside={change}>
      {hasProposed(proposed) && (
        <Banner kind="prompt">計画でためした値を「暑さの基準」に入れました。まだ保存していません。確かめて、更新してください。</Banner>
      )}
      <FormSection name="グループ">
        <WideField>
          <OfficeOfGroup form={form} record={record} />
        </WideField>
        <TextField form={form} name="groupCode" face="id" hint="100文字まで。空なら自動で決まります。" {...fixed} />
        <TextField form={form} name="groupName" placeholder="例 鉄筋班" hint="100文字まで" {...fixed} />
      </FormSection>
      <FormSection name="人" note="1人が入れるグループは1つです。同じ人を2つの役に選ぶことはできません。">
        {seats.map((seat) => (
          <WideField key={seat}>
            <PeopleField form={form} seat={seat} groupId={record?.id} />
          </WideField>
        ))}
      </FormSection>
      <FormSection name="アラートの通知" note="グループのアラートを、ここに入れたアドレスにもメールで知らせます。">
        <WideField>
          <MailField form={form} />
        </WideField>
      </FormSection>
      <FormSection name="暑さの基準" note="空のままなら、拠点で決めたものになります。">
        <HeatFields form={form} of="group" above={{ office: office.data }} />
      </FormSection>
    </ResourceForm>
  )
}

const LoadedForm = ({ mode, proposed }: { readonly mode: FormMode; readonly proposed?: Proposed }) => {
  const { id = '' } = useParams({ strict: false })
  return (
    <LoadedRecord list={list} endpoint={endpoints.group.one} input={{ params: { id } }}>
      {(record, reload) => (
        <GroupFormScreen
          mode={mode}
          officeId={record.officeId}
          record={record}
          reload={reload}
          {...(proposed !== undefined && { proposed })}
        />
      )}
    </LoadedRecord>
  )
}

/** /group/create/new?OfficeId= */
export const GroupCreateScreen = () => {
  const office = useOfficeFromAddress()
  return office === undefined ? <LoadingOverlay /> : <GroupFormScreen mode="create" officeId={office.officeId} />
}

/** /group/edit/{id} */
export const GroupEditScreen = () => <LoadedForm mode="update" proposed={useScreenSearch('groupEdit')} />

/** /group/view/{id} */
export const GroupViewScreen = () => <LoadedForm mode="view" />
