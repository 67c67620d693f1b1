import { CallFailed, failures, fieldFailed } from '../../../contract/failures.ts'
import type { ProductForm } from '../../../domain/catalogue/listing-form.ts'
import type { Seller } from '../../handler.ts'
import { moleculeWork } from '../../work/work-pool.ts'

/** The form with its structure as canonical SMILES. Throws an error of the field for one that cannot be read. */
export async function withCanonicalStructure(
  form: ProductForm,
  { companyId }: Pick<Seller, 'companyId'>,
): Promise<ProductForm> {
  if (form.smiles === '') return form
  try {
    const { smiles } = await moleculeWork.run('readMolecule', form.smiles, { key: `company ${companyId}` })
    return { ...form, smiles }
  } catch (cause) {
    if (!(cause instanceof CallFailed) || cause.failure === 'structuresBusy') throw cause
    throw fieldFailed({ field: 'smiles', message: failures[cause.failure].message })
  }
}
