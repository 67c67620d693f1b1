import { z } from 'zod'
import { maxDeclarationFiles } from '../../domain/projects/declaration-states.ts'
import { dayInput, fen, optionalText } from '../fields.ts'

/** Trimmed text; may be empty. */
const typed = (max: number) => z.string().trim().pipe(optionalText(max))
const day = dayInput.nullable().default(null)

/**
 * Input of the declaration form. The schema accepts incomplete drafts; submitted declarations are validated by
 * domain/projects/validate-declaration, in the browser and on the server.
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
  fileIds: z.array(z.string().max(40)).max(maxDeclarationFiles, `最多 ${maxDeclarationFiles} 份材料`).default([]),
  /** true = submit; false = save as draft. */
  submit: z.boolean().default(false),
})
export type DeclarationInput = z.output<typeof declarationForm>
