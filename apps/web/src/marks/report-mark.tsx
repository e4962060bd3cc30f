import MessageFilled from '@ant-design/icons/MessageFilled'

/** A speech bubble in ink: somebody says how they or another feel (申告). It has no level, so no level's colour. */
export const ReportMark = ({ size }: { readonly size: number }) => <MessageFilled aria-hidden style={{ fontSize: size }} />
