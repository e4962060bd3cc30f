import { DatePicker, type DatePickerProps } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/ja'

dayjs.locale('ja')

/**
 * A field for a day or a month that is typed or chosen from a calendar. What lies under a resting mouse is not written into
 * it: it would disturb a person who reached the field by Tab and types.
 */
export const CalendarInput = (props: DatePickerProps<Dayjs, false>) => <DatePicker previewValue={false} {...props} />
