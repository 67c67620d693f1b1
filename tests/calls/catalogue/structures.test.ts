import type { Worker } from 'node:worker_threads'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { molecules, products } from '../../../src/db/tables/catalogue.ts'
import { buildMolecules, rebuildMolecules } from '../../../src/server/catalogue/structures/build-molecules.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { categoryOf, wholeProduct } from '../../support/scenes/catalogue/publishing.ts'
import { given, goodsHeads, put, whole, type Cell } from '../../support/scenes/catalogue/sheets.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { newKey } from '../../support/sentinels.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
const buyer = clientForFile(app, 'buyer')

const paracetamol = 'CC(=O)Nc1ccc(O)cc1'
/** A structure that no goods of the demo have. */
const rare = 'FC(F)(F)c1cc(Br)c(OCCCN2CCSCC2)c(I)c1'
const pages = { invalidate: () => undefined }
const build = () => buildMolecules(app.db, { pages })

const search = async (
  structure: string,
  more: { mode?: 'exact' | 'substructure' | 'similar'; similarity?: number; current?: number; pageSize?: number } = {},
  who: Pick<Client, 'api'> = visitor(app),
) => contentOf(await who.api.catalogue.structureSearch({ structure, ...more }))

const molfile = (name: string) => `${name}
  test

  3  2  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0
    1.5000    0.0000    0.0000 C   0  0
    2.2500    1.3000    0.0000 O   0  0
  1  2  1  0
  2  3  1  0
M  END
`

// Reading structures in threads takes a while where other tests run beside.
vi.setConfig({ testTimeout: 120_000 })
beforeAll(build, 120_000)

describe('structureSearch', () => {
  test('finds goods of exactly a structure, however it is written', async () => {
    const { total, data, query, more } = await search(paracetamol, { mode: 'exact' })
    expect(total).toBeGreaterThan(1)
    expect(more).toBe(false)
    expect(query).toMatchObject({ formula: 'C8H9NO2', atoms: 11 })
    expect(new Set(data.map(({ cas }) => cas))).toEqual(new Set(['103-90-2']))
    expect(data.every(({ formula, drawing }) => formula === 'C8H9NO2' && drawing.includes('|'))).toBe(true)
    const again = await search('Oc1ccc(NC(C)=O)cc1', { mode: 'exact' })
    expect(again.data.map(({ productNo }) => productNo)).toEqual(data.map(({ productNo }) => productNo))
    expect((await search(rare, { mode: 'exact' })).total).toBe(0)
  })

  test('finds fragments, the smallest first, with the atoms that match', async () => {
    const { total, data } = await search('NC(C)=O', { pageSize: 100 })
    expect(total).toBeGreaterThan(5)
    expect(data.every(({ matched }) => matched.length === 4)).toBe(true)
    const sizes = data.map(({ drawing }) => drawing.split('|')[0]?.split(' ').length ?? 0)
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other))
    const pagesOf = await Promise.all([1, 2].map((current) => search('NC(C)=O', { current, pageSize: 3 })))
    expect(pagesOf.flatMap((page) => page.data.map(({ productNo }) => productNo))).toEqual(
      data.slice(0, 6).map(({ productNo }) => productNo),
    )
  })

  test('reads molfiles, also without their first lines', async () => {
    for (const text of [molfile('ethanol'), molfile('').trim()]) {
      const { query } = await search(text, { mode: 'exact' })
      expect(query).toMatchObject({ formula: 'C2H6O', atoms: 3 })
    }
  })

  test('orders similar structures by their coefficient, from the least asked for', async () => {
    const { data } = await search(paracetamol, { mode: 'similar', similarity: 30, pageSize: 100 })
    const coefficients = data.map(({ similarity }) => similarity ?? 0)
    expect(coefficients[0]).toBe(1)
    expect(coefficients).toEqual(coefficients.toSorted((one, other) => other - one))
    expect(coefficients.every((each) => each >= 0.3)).toBe(true)
    const fewer = await search(paracetamol, { mode: 'similar', similarity: 90, pageSize: 100 })
    expect(fewer.data.length).toBeLessThan(data.length)
  })

  test('names what is wrong with a structure', async () => {
    const api = visitor(app).api.catalogue
    const failed = async (structure: string) => failureOf(await api.structureSearch({ structure }))
    expect(await failed('  ')).toBe('structureEmpty')
    expect(await failed('xyz')).toBe('structureUnreadable')
    expect(await failed('c1ccccc1C(')).toBe('structureUnreadable')
    expect(await failed('C1CC')).toBe('structureUnreadable')
    expect(await failed('M  END')).toBe('structureUnreadable')
    expect(await failed('C'.repeat(1_000))).toBe('structureTooLarge')
    expect(failureOf(await api.structureRead({ structure: 'C('.repeat(9) }))).toBe('structureUnreadable')
    expect(fieldsWithErrors(await api.structureSearch({ structure: 'C', similarity: 101 }))).toEqual(['similarity'])
  })

  test('stops a structure that takes too long, and answers the next search in a new thread', async () => {
    // The thread of searches runs, and waits for the next one.
    await search(paracetamol, { mode: 'exact' })
    const started: Worker[] = []
    const noteStart = (worker: Worker) => void started.push(worker)
    process.on('worker', noteStart)
    try {
      await search(paracetamol, { mode: 'exact' })
      const answer = await visitor(app).api.catalogue.structureSearch({ structure: 'C1CC1'.repeat(300), mode: 'exact' })
      expect(failureOf(answer)).toBe('structureTooComplex')
      expect(started).toHaveLength(0)
      expect((await search(paracetamol, { mode: 'exact' })).total).toBeGreaterThan(1)
      expect(started).toHaveLength(1)
    } finally {
      process.off('worker', noteStart)
    }
  })

  test('leaves no trace of a query in the database', async () => {
    await search(rare)
    await search(rare, { mode: 'similar' }, buyer)
    contentOf(await buyer.api.catalogue.structureRead({ structure: rare }))
    const tables = await app.db
      .select({ name: sql<string>`format('%I.%I', table_schema, table_name)` })
      .from(sql`information_schema.tables`)
      .where(sql`table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
    expect(tables.length).toBeGreaterThan(100)
    for (const { name } of tables) {
      const found = await app.db
        .select({ row: sql<string>`one::text` })
        .from(sql`${sql.raw(name)} as one`)
        .where(sql`one::text like ${`%${rare}%`}`)
      expect(found, name).toEqual([])
    }
  })
})

describe('structures of goods', () => {
  const save = async (smiles: string, more: { submit?: boolean; hazards?: string[] } = {}) => {
    const form = {
      ...wholeProduct(await categoryOf(app, '饲料与垫料'), '结构检索用试剂'),
      smiles,
      hazards: more.hazards ?? [],
    }
    return seller.api.catalogue.productSave({ ...form, submit: more.submit ?? true }, { idempotencyKey: newKey() })
  }

  test('are found while the goods are on sale', async () => {
    const smiles = 'OC(=O)c1cc(Br)c(OCC2CC2)c(I)c1'
    const { productId, productNo } = contentOf(await save(smiles, { hazards: ['H315', 'H319'] }))
    await build()
    const found = await search('O(CC1CC1)c1c(I)cc(cc1Br)C(O)=O', { mode: 'exact' })
    expect(found.data.map((row) => row.productNo)).toEqual([productNo])
    const page = contentOf(await visitor(app).api.catalogue.product({ productNo }))
    expect(page.molecule).toMatchObject({ formula: 'C11H10O3BrI', atoms: 16 })
    expect(page.hazards).toEqual(['H315', 'H319'])
    const change = (event: 'unlist' | 'relist') =>
      seller.api.catalogue.productChangeStatus({ productIds: [productId], event })
    contentOf(await change('unlist'))
    expect((await search(smiles, { mode: 'exact' })).total).toBe(0)
    await build()
    expect((await search(smiles)).total).toBe(0)
    contentOf(await change('relist'))
    await build()
    expect((await search(smiles)).total).toBe(1)
  })

  test('are kept as canonical SMILES, and one that cannot be read is an error of its field', async () => {
    const { productId } = contentOf(await save('OCC', { submit: false }))
    const { form } = contentOf(await seller.api.catalogue.sellerProduct({ productId }))
    expect(form.smiles).toBe('CCO')
    expect(fieldsWithErrors(await save('c1ccccc1C('))).toEqual(['smiles'])
    expect(fieldsWithErrors(await save('CCO', { hazards: ['H999'] }))).toEqual(['hazards'])
    expect(fieldsWithErrors(await save('CCO', { hazards: ['225'] }))).toEqual(['hazards.0'])
  })

  test('come from a column of the sheet, which older templates lack', async () => {
    const heads = goodsHeads
    const row = (smiles: string, hazards: string): Cell[] =>
      whole({ 标题: '结构导入用试剂', '化学结构（SMILES）': smiles, 危险说明: hazards })
    const doubled = contentOf(
      await put(seller, [
        [...heads, '危险说明'],
        [...row('CCO', 'H225'), 'H319'],
      ]),
    )
    expect(doubled.faults).toMatchObject([{ row: 1, column: '危险说明' }])
    const wrong = contentOf(await put(seller, [heads, row('c1ccccc1(', 'H225')]))
    expect(wrong.faults).toMatchObject([{ row: 2, column: '化学结构（SMILES）' }])
    const unknown = contentOf(await put(seller, [heads, row('CCO', 'H999')]))
    expect(unknown.faults).toMatchObject([{ row: 2, column: '危险说明' }])
    const done = contentOf(await put(seller, [heads, row('OCC', 'h225，H319')], { commit: true, submit: true }))
    expect(done).toMatchObject({ committed: true, created: 1 })
    const [stored] = await app.db.select().from(products).where(eq(products.title, '结构导入用试剂'))
    expect(stored).toMatchObject({ smiles: 'CCO', hazards: ['H225', 'H319'] })
    // A sheet without the columns leaves them alone.
    const without = <T>(cells: readonly T[]): T[] =>
      cells.filter((_, at) => !['化学结构（SMILES）', '危险说明'].includes(heads[at] ?? ''))
    const older = whole({ 商品编号: stored?.productNo ?? '', 标题: '结构导入用试剂 二' })
    contentOf(await put(seller, [without(heads), without(older)], { commit: true, submit: true }))
    const [after] = await app.db
      .select()
      .from(products)
      .where(eq(products.id, stored?.id ?? 0))
    expect(after).toMatchObject({ smiles: 'CCO', title: '结构导入用试剂 二' })
  })

  test('a rebuild changes nothing that is right', async () => {
    const [some] = await app.db.select().from(molecules).where(eq(molecules.formula, 'C8H9NO2')).limit(1)
    const linked = await app.db.$count(products, and(eq(products.moleculeId, some?.id ?? 0)))
    // Only this one is read: the others would take a minute.
    const { id: _, revision, ...before } = some ?? { id: 0, revision: 0 }
    await app.db
      .update(molecules)
      .set({ fingerprint: '' })
      .where(eq(molecules.id, some?.id ?? 0))
    await rebuildMolecules(app.db, pages, [some?.id ?? 0])
    const [after] = await app.db
      .select()
      .from(molecules)
      .where(eq(molecules.id, some?.id ?? 0))
    expect(after).toMatchObject(before)
    expect(after?.revision).toBeGreaterThan(revision)
    expect(await app.db.$count(products, and(eq(products.moleculeId, some?.id ?? 0)))).toBe(linked)
  })
})

describe('structureImport', () => {
  const sdf = (records: readonly { name: string; fields: Readonly<Record<string, string>> }[]) =>
    records
      .map(
        ({ name, fields }) =>
          `${molfile(name)}${Object.entries(fields)
            .map(([key, value]) => `> <${key}>\n${value}\n\n`)
            .join('')}$$$$\n`,
      )
      .join('')
  const upload = (text: string) => given(seller, new File([text], 'structures.sdf'))
  const run = async (text: string, more: { commit?: boolean; submit?: boolean } = {}) =>
    seller.api.catalogue.structureImport({ fileId: await upload(text), ...more })

  test('gives structures to own goods by number, catalogue number or CAS number, or says what is wrong', async () => {
    const form = wholeProduct(await categoryOf(app, '饲料与垫料'), 'SDF 用试剂')
    const saved = contentOf(
      await seller.api.catalogue.productSave(
        { ...form, catalogueNo: 'SDF-001', submit: true },
        { idempotencyKey: newKey() },
      ),
    )
    const records = [{ name: 'ethanol', fields: { 'Catalog No.': 'sdf 001' } }]
    const checked = contentOf(await run(sdf(records)))
    expect(checked).toMatchObject({ records: 1, changed: 1, same: 0, committed: false, faultCount: 0 })
    const done = contentOf(await run(sdf(records), { commit: true, submit: true }))
    expect(done).toMatchObject({ changed: 1, committed: true })
    const { form: after } = contentOf(await seller.api.catalogue.sellerProduct({ productId: saved.productId }))
    expect(after).toMatchObject({ smiles: 'CCO', productName: 'SDF 用试剂' })
    expect(contentOf(await run(sdf(records)))).toMatchObject({ changed: 0, same: 1 })

    const wrong = contentOf(
      await run(
        sdf([
          { name: 'nobody', fields: {} },
          { name: 'foreign', fields: { 商品编号: 'P10002046' } },
        ]),
        { commit: true },
      ),
    )
    expect(wrong).toMatchObject({ committed: false, changed: 0, faultCount: 2 })
    expect(wrong.faults.map(({ record }) => record)).toEqual([1, 2])
  })

  test('refuses what is no SDF file', async () => {
    expect(failureOf(await run('just text'))).toBe('sdfBroken')
    expect(failureOf(await buyer.api.catalogue.structureImport({ fileId: 'x'.repeat(22) }))).not.toBeUndefined()
  })
})
