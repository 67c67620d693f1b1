import { z } from 'zod'
import { mostDeclarationFiles } from '../../domain/projects/declaration-states.ts'
import { dayInput, fen, optionalText } from '../fields.ts'

/** Text as typed, without the blanks around it; it may be empty. */
const typed = (max: number) => z.string().trim().pipe(optionalText(max))
const day = dayInput.nullable().default(null)

/**
 * A declaration as its form sends it. The schema takes what is half typed, as drafts are kept; what a submitted one
 * must meet beyond it is said by domain/projects/declaration-faults, in the browser and here.
 */
export const declarationForm = z.object({
  title: typed(60).default(''),
  summary: typed(2000).default(''),
  contactName: typed(20).default(''),
  contactMobile: typed(11).default(''),
  /** fen; null = not typed yet, drafts only */
  amount: fen.nullable().default(null),
  /** fen; null = not typed yet, drafts only */
  ownFunds: fen.nullable().default(null),
  /** First and last day, `2027-01-01`; null = not chosen yet, drafts only. */
  startOn: day,
  endOn: day,
  /** Ids of own uploads of purpose `attachment`: for the company and operators only. */
  fileIds: z.array(z.string().max(40)).max(mostDeclarationFiles, `最多 ${mostDeclarationFiles} 份材料`).default([]),
  /** true = submit; false = keep as a draft. */
  submit: z.boolean().default(false),
})
export type DeclarationInput = z.output<typeof declarationForm>
