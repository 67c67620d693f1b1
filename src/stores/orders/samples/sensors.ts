import { atom, type ReadableAtom } from 'nanostores'
import type { Failure } from '../../../contract/envelope.ts'
import type { MadeSensor, SensorRow } from '../../../contract/orders/samples.ts'
import type { Side } from '../../../domain/sides.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { sampleCalls, sampleSide } from './side-calls.ts'

const list = loadable<readonly SensorRow[]>()
/** Sensors of the company. */
export const sensorList: ReadableAtom<Loaded<readonly SensorRow[]>> = list.state

export const loadSensors = (): Promise<void> => list.load(() => sampleCalls().sensors({}))

export function startSensors(side: Side): void {
  sampleSide.set(side)
  void loadSensors()
}

/** Dialog of the sensors; `made` = the credential is shown, this once. */
export type SensorDialog =
  | { readonly at: 'naming'; readonly sending: boolean; readonly failure: Failure | null }
  | { readonly at: 'made'; readonly sensor: MadeSensor }
  | { readonly at: 'revoking'; readonly sensor: SensorRow; readonly sending: boolean; readonly failure: Failure | null }
export const sensorDialog = atom<SensorDialog | null>(null)

export const openSensorForm = (): void => sensorDialog.set({ at: 'naming', sending: false, failure: null })
export const openRevocation = (sensor: SensorRow): void =>
  sensorDialog.set({ at: 'revoking', sensor, sending: false, failure: null })
export function closeSensorDialog(): void {
  const now = sensorDialog.get()
  if (now === null || now.at === 'made' || !now.sending) sensorDialog.set(null)
}

/** Registers a sensor and shows its credential. */
export async function createSensor(name: string): Promise<void> {
  const now = sensorDialog.get()
  if (now?.at !== 'naming' || now.sending) return
  sensorDialog.set({ ...now, sending: true, failure: null })
  const answer = await sampleCalls().createSensor({ name })
  sensorDialog.set(
    answer.ok ? { at: 'made', sensor: answer.content } : { at: 'naming', sending: false, failure: answer.failure },
  )
  if (answer.ok) void loadSensors()
}

/** Revokes the sensor of the dialog. True on success. */
export async function revokeSensor(): Promise<boolean> {
  const now = sensorDialog.get()
  if (now?.at !== 'revoking' || now.sending) return false
  sensorDialog.set({ ...now, sending: true, failure: null })
  const answer = await sampleCalls().revokeSensor({ sensorId: now.sensor.sensorId })
  sensorDialog.set(answer.ok ? null : { ...now, sending: false, failure: answer.failure })
  void loadSensors()
  return answer.ok
}
