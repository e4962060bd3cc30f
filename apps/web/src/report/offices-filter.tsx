import { labels } from '@mimamori/contract/labels'
import { Select } from 'antd'
import { Filter, FixedFilter } from '../kit/filter-bar.tsx'
import { officeLabel, useOffices } from '../organisation/offices/office-choices.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './table-filters.module.css'

type OfficesFilterProps = { readonly value: readonly number[]; readonly onChange: (officeIds: readonly number[]) => void }

/** Chooses one site or several; fixed text for people with one. */
export const OfficesFilter = ({ value, onChange }: OfficesFilterProps) => {
  const viewer = useViewer()
  const offices = useOffices('all')
  if (viewer.officeName !== null) return <FixedFilter label={labels.user.officeName} value={viewer.officeName} />
  return (
    <Filter label={labels.user.officeName}>
      {(id) => (
        <Select<number[]>
          id={id}
          className={styles['offices'] ?? ''}
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          maxTagCount={1}
          maxTagTextLength={value.length > 1 ? 5 : 12}
          maxTagPlaceholder={(rest) => `ほか${rest.length}拠点`}
          popupMatchSelectWidth={false}
          placeholder="拠点を選ぶ（いくつでも）"
          loading={offices === undefined}
          value={offices === undefined ? [] : [...value]}
          options={(offices ?? []).map((office) => ({
            value: office.officeId,
            label: viewer.companyId === null ? `${officeLabel(office)}（${office.companyName}）` : officeLabel(office),
          }))}
          onChange={onChange}
          notFoundContent="該当する拠点はありません"
        />
      )}
    </Filter>
  )
}
