import { formulaParts } from '../../domain/catalogue/structures.ts'

/** A molecular formula with its numbers below the line. Text that is no formula stays as it is. */
export const Formula = ({ formula }: { formula: string }) =>
  formulaParts(formula).map(({ text, low }, index) => (low ? <sub key={index}>{text}</sub> : text))
