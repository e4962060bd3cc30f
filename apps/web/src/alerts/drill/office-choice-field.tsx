import { labels } from '@mimamori/contract/labels'
import { Select } from 'antd'
import { useId } from 'react'
import { useOffices } from '../../organisation/offices/office-choices.ts'
import { useViewer } from '../../platform/viewer.ts'

type Props = { readonly value: number | undefined; readonly onChange: (officeId: number) => void }

/** The office of a drill, where the viewer has several. */
export const OfficeChoiceField = ({ value, onChange }: Props) => {
  const viewer = useViewer()
  const offices = useOffices()
  const id = useId()
  if (viewer.officeId !== null) return null
  return (
    <>
      <label htmlFor={id}>{labels.drill.officeId}</label>
      <Select
        id={id}
        {...(value !== undefined && { value })}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="拠点を選ぶ"
        onChange={onChange}
        options={(offices ?? []).map((office) => ({
          value: office.officeId,
          label: viewer.companyId === null ? `${office.officeName}（${office.companyName}）` : office.officeName,
        }))}
      />
    </>
  )
}
