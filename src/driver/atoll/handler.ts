// Type of a request handler.

import type { IOCTLS, IoctlName } from '../../abi/schema.js';
import type { IoctlCall } from '../../host/device.js';
import type { Session } from './session.js';

type StructOf<N extends IoctlName> = (typeof IOCTLS)[N][1];
/** The fields of a request's structure. */
export type Request<N extends IoctlName> = ReturnType<StructOf<N>['read']>;
/** Answers one request: gets the structure as the guest filled it, gives the fields to change. Throws RequestError. */
export type RequestHandler<N extends IoctlName> = (
  session: Session,
  request: Request<N>,
  call: IoctlCall,
) => Partial<Request<N>>;
