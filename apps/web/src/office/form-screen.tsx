import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { OfficeDraft, type Office } from '@mimamori/contract/office'
import { useParams } from '@tanstack/react-router'
import { Banner } from '../kit/banner.tsx'
import type { FormMode } from '../kit/form/form-mode.ts'
import { FixedField, FormSection, WideField } from '../kit/form/form-section.tsx'
import { TextAreaField } from '../kit/form/text-area-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { ChangeLink } from '../kit/list-actions.tsx'
import { LoadedRecord } from '../kit/loaded-record.tsx'
import { ResourceForm } from '../kit/resource-form.tsx'
import { useResourceForm } from '../kit/use-resource-form.ts'
import { HeatFields, layerDraft } from '../organisation/heat-profile/heat-fields.tsx'
import { CompanyField } from '../organisation/offices/office-fields.tsx'
import { PosterLinks } from '../organisation/access-keys/poster-links.tsx'
import { WallboardLinks } from '../organisation/access-keys/wallboard-links.tsx'
import { call } from '../platform/api.ts'
import { useViewer } from '../platform/viewer.ts'
import { IngestKeys } from '../organisation/access-keys/ingest-keys.tsx'
import { ArchivePanel } from './archive-panel.tsx'
import { ArchivedMark } from './archived-mark.tsx'

const list = screens.officeList

const newOffice = { opensAt: '06:00', closesAt: '20:00', metabolicClass: 2, acclimatised: '0', clothing: 'workClothes' } as const

const draftOf = (record: Office | undefined, companyId: number | null) =>
  record === undefined ? { ...newOffice, companyId } : { ...record, ...layerDraft(record) }

/** What an archived office says above its fields. */
const archivedNote = '閉鎖済みの拠点です。記録は見られますが、変更はできません。'

type OfficeFormProps = { readonly mode: FormMode; readonly record?: Office; readonly reload?: () => void }

const OfficeForm = ({ mode, record, reload }: OfficeFormProps) => {
  const viewer = useViewer()
  const form = useResourceForm('office', {
    mode,
    list,
    schema: OfficeDraft,
    resource: 'office',
    initial: draftOf(record, viewer.companyId),
    save: (values) =>
      record === undefined
        ? call(endpoints.office.create, { body: values })
        : call(endpoints.office.update, { body: { ...values, officeId: record.officeId, version: record.version } }),
    reload,
  })
  const isArchived = record !== undefined && record.archivedAt !== null
  const change = mode === 'view' && record !== undefined && !isArchived && (
    <ChangeLink to={screens.officeEdit.path} params={{ id: String(record.officeId) }} />
  )
  const fields = (
    <ResourceForm list={list} mode={mode} form={form} aside={isArchived ? <ArchivedMark /> : change}>
      {isArchived && <Banner kind="prompt">{archivedNote}</Banner>}
      <FormSection name="拠点">
        <WideField>
          {record === undefined ? (
            <CompanyField form={form} />
          ) : (
            <FixedField label={form.labelOf('companyId')} value={record.companyName} />
          )}
        </WideField>
        <TextField form={form} name="baseCode" face="id" hint="100文字まで。会社の中で重ならないコード" />
        <TextField form={form} name="officeName" hint="100文字まで" />
      </FormSection>
      <FormSection name="作業時間" note="この時間のうちだけ、機器からデータが届いているかを見張ります。">
        <TextField form={form} name="opensAt" type="time" />
        <TextField form={form} name="closesAt" type="time" hint="開始より早い時刻は、翌日までを表します。" />
      </FormSection>
      <FormSection name="緊急のとき" note="緊急アラートとホームに出ます。">
        <TextField form={form} name="emergencyPhone" inputMode="tel" placeholder="例 03-5555-0119" hint="半角数字とハイフン、15文字まで" />
        <TextField form={form} name="hospitalName" placeholder="例 江東中央病院" hint="100文字まで" />
        <TextField form={form} name="hospitalPhone" inputMode="tel" placeholder="例 03-5555-0110" hint="半角数字とハイフン、15文字まで" />
        <WideField>
          <TextField
            form={form}
            name="address"
            placeholder="例 江東区東雲3丁目　物流施設の工事現場　正面ゲート"
            hint="救急車に伝える住所と、迎えに出る場所。掲示と申告の画面に出ます。200文字まで"
          />
        </WideField>
        <WideField>
          <TextAreaField form={form} name="procedures" hint="1行に1つずつ、行う順に書きます。4000文字まで" />
        </WideField>
      </FormSection>
      <FormSection name="暑さの基準" note="グループや作業者で決めていないことは、ここで決めたものになります。">
        <HeatFields form={form} of="office" above={{}} />
        <TextField
          form={form}
          name="publicWbgtStation"
          face="id"
          inputMode="numeric"
          placeholder="例 44132"
          hint="環境省の暑さ指数の地点番号。現場の暑さ指数計から届かないときに使います。"
        />
      </FormSection>
    </ResourceForm>
  )
  if (record === undefined || reload === undefined) return fields
  const archive = <ArchivePanel officeId={record.officeId} onChanged={reload} />
  if (isArchived)
    return (
      <>
        {fields}
        {archive}
      </>
    )
  if (mode !== 'update') return fields
  return (
    <>
      {fields}
      <WallboardLinks officeId={record.officeId} officeName={record.officeName} />
      <PosterLinks officeId={record.officeId} officeName={record.officeName} />
      <IngestKeys officeId={record.officeId} officeName={record.officeName} />
      {archive}
    </>
  )
}

const LoadedForm = ({ mode }: { readonly mode: FormMode }) => {
  const { id = '' } = useParams({ strict: false })
  return (
    <LoadedRecord list={list} endpoint={endpoints.office.one} input={{ params: { id } }}>
      {(record, reload) => <OfficeForm mode={record.archivedAt === null ? mode : 'view'} record={record} reload={reload} />}
    </LoadedRecord>
  )
}

/** /header-quaters/create/new */
export const OfficeCreateScreen = () => <OfficeForm mode="create" />

/** /header-quaters/edit/{id} */
export const OfficeEditScreen = () => <LoadedForm mode="update" />

/** /header-quaters/view/{id} */
export const OfficeViewScreen = () => <LoadedForm mode="view" />
