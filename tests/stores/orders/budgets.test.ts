import { expect, test, vi } from 'vitest'
import { contentOf } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { budgeted, changed, useOf } from '../../support/scenes/orders/budgets.ts'
import { askedOrder } from '../../support/scenes/orders/requisitions.ts'
import { signedIn } from '../demands/signed-in.ts'
import { readyContent } from '../ready.ts'

async function scene() {
  const page = await signedIn('buyer')
  const store = await import('../../../src/stores/orders/budgets/budgets.ts')
  const charge = await import('../../../src/stores/orders/budgets/charge.ts')
  return { ...page, store, charge }
}

test('a budget is entered, saved once, refused by name where it overlaps, and closed', async () => {
  const { store } = await scene()
  await store.loadBudgetSettings()
  expect(await store.addCostCentre()).toBe(false)
  const empty = store.centreForm.submitState.get()
  expect(empty.at === 'refused' && empty.fieldErrors.map(({ field }) => field).toSorted()).toEqual(['code', 'name'])
  store.centreForm.setText('code', 'S-1')
  store.centreForm.setText('name', '测试中心')
  // Pressed twice at once, it is added once and nothing is refused.
  expect((await Promise.all([store.addCostCentre(), store.addCostCentre()])).toSorted()).toEqual([false, true])
  expect(store.centreForm.submitState.get()).toEqual({ at: 'editing' })
  store.centreForm.setText('code', 'S-1')
  store.centreForm.setText('name', '另一个')
  expect(await store.addCostCentre()).toBe(false)
  const taken = store.centreForm.submitState.get()
  expect(taken.at === 'refused' && taken.failure?.message).toBe('该编码已有成本中心')
  const stop = store.startBudgets()
  store.setBudgetQuery({ costCentre: 'S-1' })

  store.openBudget(null)
  expect(await store.saveBudget()).toBe(false)
  const refused = store.budgetForm.submitState.get()
  expect(refused.at === 'refused' && refused.fieldErrors.map(({ field }) => field).toSorted()).toEqual([
    'amount',
    'costCentre',
    'name',
  ])
  store.budgetForm.setText('name', '测试预算')
  store.budgetForm.set('costCentre', 'S-1')
  store.budgetForm.setText('amount', '1,000,000')
  // Pressed twice at once, it is one budget.
  expect((await Promise.all([store.saveBudget(), store.saveBudget()])).toSorted()).toEqual([false, true])
  await store.loadBudgets()
  const [saved] = readyContent(store.budgetPage.get()).data
  expect(saved).toMatchObject({ name: '测试预算', amount: 100_000_000, mode: 'stop' })

  store.openBudget(null)
  store.budgetForm.setText('name', '另一份')
  store.budgetForm.set('costCentre', 'S-1')
  store.budgetForm.setText('amount', '1')
  expect(await store.saveBudget()).toBe(false)
  const overlap = store.budgetForm.submitState.get()
  expect(overlap.at === 'refused' && overlap.failure?.message).toMatch(/^与预算“测试预算”的期间重叠/)
  store.closeBudgetForm()

  if (saved === undefined) throw new Error('No budget')
  store.budgetClosing.open(saved)
  expect(await store.budgetClosing.submit()).toBe(true)
  expect(readyContent(store.budgetPage.get()).data).toEqual([])
  stop()
})

test('a cost centre is renamed and switched off without the other value, one change at a time', async () => {
  const { client, store } = await scene()
  const code = 'S-8'
  contentOf(await client.api.orders.costCentreSave({ code, name: '旧名' }))
  await store.loadBudgetSettings()
  // A colleague renames it while the page shows the former name.
  contentOf(await client.api.orders.costCentreUpdate({ code, name: '同事改的' }))
  const answers = await Promise.all([store.switchCostCentre(code, false), store.switchCostCentre(code, false)])
  expect(answers).toEqual([null, undefined])
  const shown = () => readyContent(store.budgetSettings.get()).costCentres.find((each) => each.code === code)
  expect(shown()).toEqual({ code, name: '同事改的', isActive: false })
  store.openCentreName({ code, name: '同事改的' })
  store.centreNameForm.setText('name', '新名')
  expect(await store.renameCostCentre()).toBe(true)
  expect(store.renamedCentre.get()).toBeNull()
  expect(shown()).toEqual({ code, name: '新名', isActive: false })
})

test('a form that was outdated is saved when it is opened again, and an outdated closing when it is pressed again', async () => {
  const { client, store } = await scene()
  const { budgetId } = await budgeted(client, 'S-9')
  store.startBudget(budgetId)
  await store.loadBudget()
  const edit = async (name: string) => {
    store.openBudget(readyContent(store.shownBudget.get()))
    store.budgetForm.setText('name', name)
    return store.saveBudget()
  }
  contentOf(await changed(client, budgetId, { name: '同事改的' }))
  expect(await edit('我改的')).toBe(false)
  expect(readyContent(store.shownBudget.get()).name).toBe('同事改的')
  expect(await edit('我改的')).toBe(true)
  store.budgetClosing.open(readyContent(store.shownBudget.get()))
  contentOf(await changed(client, budgetId, { name: '又改了' }))
  expect(await store.budgetClosing.submit()).toBe(false)
  await vi.waitFor(() => expect(readyContent(store.shownBudget.get()).name).toBe('又改了'))
  expect(await store.budgetClosing.submit()).toBe(true)
  // Closed by a colleague meanwhile: the page says so.
  const { budgetId: next, version } = await budgeted(client, 'S-10')
  store.startBudget(next)
  await store.loadBudget()
  contentOf(await client.api.orders.budgetClose({ budgetId: next, version }, { idempotencyKey: newKey() }))
  expect(await edit('太晚')).toBe(false)
  expect(readyContent(store.shownBudget.get()).closedAt).not.toBeNull()
})

test('the page of a budget shows its entries; its ceiling is not lowered below what is used', async () => {
  const { app, client, store } = await scene()
  const { budgetId } = await budgeted(client, 'S-2')
  const { orderAmount, submit } = await askedOrder(app, client)
  contentOf(await submit({ costCentre: 'S-2' }))
  store.startBudget(budgetId)
  await store.loadBudget()
  expect(readyContent(store.budgetEntries.get()).data).toMatchObject([{ event: 'commit', committed: orderAmount }])
  store.openBudget(readyContent(store.shownBudget.get()))
  store.budgetForm.setText('amount', '0.01')
  expect(await store.saveBudget()).toBe(false)
  const refused = store.budgetForm.submitState.get()
  expect(refused.at === 'refused' && refused.failure?.message).toMatch(/^额度不能低于已用的 ¥/)
  store.budgetForm.setText('amount', '2,000,000')
  expect(await store.saveBudget()).toBe(true)
  expect(readyContent(store.shownBudget.get()).amount).toBe(200_000_000)
  await useOf(app, budgetId)
})

test('the chosen centre shows what its budget has left, and a refusal says it', async () => {
  const { app, client, charge } = await scene()
  const { orderAmount, submit } = await askedOrder(app, client)
  await budgeted(client, 'S-3', { amount: orderAmount, name: '小预算' })
  const centres = [{ code: 'S-3', name: '测试中心', projects: ['P-1'] }]
  await charge.loadChargedBudget(centres, { costCentre: 'S-3', projectCode: '' })
  expect(readyContent(charge.chargedBudget.get())).toEqual({ name: '小预算', mode: 'stop', left: orderAmount })
  await charge.loadChargedBudget(centres, { costCentre: '', projectCode: '' })
  expect(readyContent(charge.chargedBudget.get())).toBeNull()
  contentOf(await submit({ costCentre: 'S-3' }))
  const refused = await submit({ costCentre: 'S-3' })
  expect(refused.ok ? '' : charge.chargeRefusal(refused.failure)).toBe('预算“小预算”仅余 ¥0.00，不能提交')
  const none = { costCentre: '', projectCode: '' }
  expect(charge.checkCharge([], false, none)).toBe(true)
  expect(charge.chargeMissing.get()).toBe(false)
  expect(charge.checkCharge(centres, true, none)).toBe(false)
  expect(charge.chargeMissing.get()).toBe(true)
  expect(charge.validCharge(centres, { costCentre: 'S-3', projectCode: 'P-2' })).toEqual({
    costCentre: 'S-3',
    projectCode: '',
  })
  expect(charge.validCharge(centres, { costCentre: 'S-9', projectCode: 'P-1' })).toEqual({
    costCentre: '',
    projectCode: '',
  })
})
