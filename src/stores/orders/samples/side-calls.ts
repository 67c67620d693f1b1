import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import { links } from '../../../domain/links.ts'
import type { Side } from '../../../domain/sides.ts'
import type { PushEvent } from '../../operations/push-notices.ts'

/** Side of the page. */
export const sampleSide = atom<Side>('buyer')

/** The calls of the side of the page. */
export const sampleCalls = () => {
  const { orders } = api
  return sampleSide.get() === 'buyer'
    ? {
        list: orders.buyerSamples,
        detail: orders.buyerSample,
        ofOrder: orders.buyerOrderSamples,
        register: orders.buyerSampleRegister,
        split: orders.buyerSampleSplit,
        step: orders.buyerSampleStep,
        labels: orders.buyerSampleLabels,
        pack: orders.buyerShipmentPack,
        shipment: orders.buyerShipment,
        send: orders.buyerShipmentSend,
        cancel: orders.buyerShipmentCancel,
        receive: orders.buyerShipmentReceive,
        sheet: orders.buyerShipmentSheet,
        importLogger: orders.buyerLoggerImport,
        sensors: orders.buyerSensors,
        createSensor: orders.buyerSensorCreate,
        revokeSensor: orders.buyerSensorRevoke,
        assignSensor: orders.buyerSensorAssign,
      }
    : {
        list: orders.sellerSamples,
        detail: orders.sellerSample,
        ofOrder: orders.sellerOrderSamples,
        register: orders.sellerSampleRegister,
        split: orders.sellerSampleSplit,
        step: orders.sellerSampleStep,
        labels: orders.sellerSampleLabels,
        pack: orders.sellerShipmentPack,
        shipment: orders.sellerShipment,
        send: orders.sellerShipmentSend,
        cancel: orders.sellerShipmentCancel,
        receive: orders.sellerShipmentReceive,
        sheet: orders.sellerShipmentSheet,
        importLogger: orders.sellerLoggerImport,
        sensors: orders.sellerSensors,
        createSensor: orders.sellerSensorCreate,
        revokeSensor: orders.sellerSensorRevoke,
        assignSensor: orders.sellerSensorAssign,
      }
}

const samplesPath = () => (sampleSide.get() === 'buyer' ? links.buyerSamples() : links.sellerSamples())

/** Whether an event may be about samples of the side of the page. */
export const isAboutSamples = (event: PushEvent): boolean =>
  event.kind === 'awake' || (event.kind === 'notice' && event.path.startsWith(samplesPath()))
