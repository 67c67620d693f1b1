import { tagClass, tagLoudClass } from '../chip/chip-class.ts'

type Props = { label: string; loud?: boolean | undefined }

/** A short fact such as GLP; `loud` for 最低 and 最快. */
export const Tag = ({ label, loud }: Props) => <span className={loud ? tagLoudClass : tagClass}>{label}</span>
