import type { Server as HttpServer } from 'node:http';
import { Server, type Namespace, type Socket } from 'socket.io';
import type { Session, Sessions, TokenClaims } from '../access/session.ts';
import {
  lockedRoom,
  openRoom,
  roomOfClient,
  roomsOfUser,
  sessionRoom,
  type Audience,
  type LiveBus,
  type LiveEvent,
  type LockedAlarms,
} from '../platform/live-bus.ts';
import { type Seated, tokenOf, unreadOf, unheardMs, seatOf, leaveBase } from './seats.ts';

export interface RealtimeParts {
  readonly server: HttpServer;
  readonly bus: LiveBus;
  readonly sessions: Sessions;
  /** Verifies the encrypted token, which is valid here only. */
  readonly verifyHub: (token: string) => Promise<TokenClaims | undefined>;
  readonly audiences: readonly Audience[];
  /** Those of the persons whom the session's user may see. */
  readonly seesClients: (session: Session, clientIds: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly origins: readonly string[];
  readonly alarms: LockedAlarms;
  /** Events of a tenant's rooms within the last `ms` milliseconds that must not be missed, oldest first. */
  readonly missed: (
    tenantId: number,
    told: { readonly rooms: readonly string[]; readonly ms: number },
  ) => Promise<readonly LiveEvent[]>;
}

const recheckMs = 2000;
const mostPerUser = 10;
const mostAnonymous = 20;
const messagesPerSecond = 20;
const recordBytes = 65_536;
/** How long events are kept for a connection that broke. */
const resumeMs = 120_000;
/** Events that may wait for a reader; a slower one is disconnected and resumes where it was. */
const mostUnread = 500;

const doors = ['/', '/signalr'] as const;
/** A user's sign-ins ended, were locked or unlocked. */
const sessionChange = 'sessionchange';

/** The socket.io server: authenticates, joins users to the rooms of their sight, sends the bus's events. */
export class Realtime {
  private readonly parts: RealtimeParts;
  private readonly io: Server;
  private readonly perAddress = new Map<string, number>();
  private readonly timer: NodeJS.Timeout;
  private readonly unlisten: () => void;
  private isRechecking = false;
  private readonly turns = new WeakMap<Socket, Promise<void>>();

  constructor(parts: RealtimeParts) {
    this.parts = parts;
    this.io = new Server(parts.server, {
      path: '/socket.io/',
      allowEIO3: true,
      serveClient: false,
      maxHttpBufferSize: recordBytes,
      connectTimeout: 15_000,
      connectionStateRecovery: { maxDisconnectionDuration: resumeMs, skipMiddlewares: true },
      cors: { origin: [...parts.origins], credentials: true },
    });
    // The hub below the base path of the old API is the same.
    for (const event of ['request', 'upgrade']) parts.server.prependListener(event, leaveBase);
    for (const name of doors) {
      const door = this.io.of(name);
      this.guardResuming(door);
      door.use((socket, next) => {
        this.admit(socket).then(
          () => next(),
          (error: unknown) => next(error as Error),
        );
      });
      door.on('connection', (socket) => this.serve(socket));
    }
    this.unlisten = parts.bus.listen((event) => this.show(event));
    this.timer = setInterval(() => void this.recheck(), recheckMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.unlisten();
    // The HTTP server closes with the sockets. Connections that are answering at this moment become idle later and
    // would stay open for a minute.
    const idle = setInterval(() => this.parts.server.closeIdleConnections(), 50);
    await this.io.close();
    clearInterval(idle);
  }

  /**
   * On reconnect, replays missed events only to the same session with the same rights. Checks the position again after
   * the session check, so that events during the check are not missed.
   */
  private guardResuming(door: Namespace): void {
    const { adapter } = door;
    const restore = adapter.restoreSession.bind(adapter);
    adapter.restoreSession = async (...place) => {
      const kept = await restore(...place);
      const { claims, version } = (kept?.data ?? {}) as Partial<Seated>;
      const session = claims && (await this.parts.sessions.find(claims).catch(() => undefined));
      return session && session.version === version ? restore(...place) : (null as unknown as typeof kept);
    };
  }

  private async admit(socket: Socket): Promise<void> {
    Object.assign(socket.data as object, {
      watched: new Set<number>(),
      heard: 0,
      since: performance.now(),
    } satisfies Seated);
    const token = tokenOf(socket);
    if (token === undefined) return this.admitAnonymous(socket);
    const claims = await this.parts.verifyHub(token);
    const session = claims && (await this.parts.sessions.find(claims));
    if (!claims || !session) throw new Error('session.ended');
    const own = sessionRoom(claims.tenantId, claims.userId);
    if ((socket.nsp.adapter.rooms.get(own)?.size ?? 0) >= mostPerUser) throw new Error('realtime.too-many');
    Object.assign(seatOf(socket), { claims });
    await this.seat(socket, session);
  }

  private async admitAnonymous(socket: Socket): Promise<void> {
    const { address } = socket.handshake;
    const count = this.perAddress.get(address) ?? 0;
    if (count >= mostAnonymous) throw new Error('realtime.too-many');
    this.perAddress.set(address, count + 1);
    socket.once('disconnect', () => {
      const left = (this.perAddress.get(address) ?? 1) - 1;
      if (left > 0) this.perAddress.set(address, left);
      else this.perAddress.delete(address);
    });
    await Promise.resolve();
  }

  private async seat(socket: Socket, session: Session): Promise<void> {
    const { tenantId, sight, permissions } = session.user;
    const { watched } = seatOf(socket);
    if (watched.size > 0) {
      const seen = await this.parts.seesClients(session, [...watched]);
      for (const clientId of watched) if (!seen.has(clientId)) watched.delete(clientId);
    }
    const userId = session.user.userId ?? 0;
    const open = [
      ...roomsOfUser({ tenantId, userId, sight, permissions }, this.parts.audiences),
      ...[...watched].map((clientId) => roomOfClient(tenantId, clientId)),
    ];
    const rooms = [sessionRoom(tenantId, userId), ...(session.isLocked ? open.map(lockedRoom) : open)];
    const wanted = new Set([socket.id, ...rooms]);
    await Promise.all(
      [...socket.rooms].filter((name) => !wanted.has(name)).map((name) => Promise.resolve(socket.leave(name))),
    );
    await socket.join(rooms);
    seatOf(socket).version = session.version;
  }

  private serve(socket: Socket): void {
    if (!socket.recovered) void this.catchUp(socket);
    socket.use((packet, next) => {
      const seat = seatOf(socket);
      if (performance.now() - seat.since > 1000) Object.assign(seat, { heard: 0, since: performance.now() });
      seat.heard += 1;
      if (seat.heard > messagesPerSecond) socket.disconnect(true);
      else next();
    });
    // The documents' spelling. Identity comes from the token, so what the payload says about it does not count.
    socket.on('dockerJion', (...given: unknown[]) => {
      const done = given.at(-1);
      if (typeof done === 'function')
        (done as (answer: object) => void)({ joined: seatOf(socket).claims !== undefined });
    });
    socket.on('watchClient', (id: unknown, done: unknown) => {
      void this.watch(socket, Number(id)).then((joined) => {
        if (typeof done === 'function') (done as (answer: object) => void)({ joined });
      });
    });
    socket.on('leaveClient', (id: unknown) => {
      const { claims, watched } = seatOf(socket);
      watched.delete(Number(id));
      if (claims) void socket.leave(roomOfClient(claims.tenantId, Number(id)));
    });
  }

  /**
   * On reconnect, the connection has joined its rooms already; replays the events since its, or its page's, last
   * contact, so that none is missed between reading and listening. A connection that cannot be served is closed and
   * reconnects. The event sent last also gives the connection a position to resume from.
   */
  private async catchUp(socket: Socket): Promise<void> {
    const { claims } = seatOf(socket);
    const ms = unheardMs(socket);
    try {
      const told =
        claims && ms > 0
          ? await this.parts.missed(claims.tenantId, { rooms: [...socket.rooms].map(openRoom), ms })
          : [];
      for (const event of told) this.repeat(socket, event);
      socket.nsp.to(socket.id).emit('seated', {});
    } catch {
      socket.disconnect(true);
    }
  }

  private repeat(socket: Socket, { event, rooms, payload, key }: LiveEvent): void {
    const alarm = this.parts.alarms[event]?.(payload);
    if (rooms.some((name) => socket.rooms.has(name))) socket.emit(event, payload, key);
    else if (alarm !== undefined && rooms.some((name) => socket.rooms.has(lockedRoom(name))))
      socket.emit('lockedalarm', { count: 1, ...alarm }, key);
  }

  private async watch(socket: Socket, clientId: number): Promise<boolean> {
    const { claims, watched } = seatOf(socket);
    if (!claims || !Number.isSafeInteger(clientId)) return false;
    const session = await this.parts.sessions.find(claims).catch(() => undefined);
    if (
      !session ||
      session.isLocked ||
      !(await this.parts.seesClients(session, [clientId]).then(
        (seen) => seen.has(clientId),
        () => false,
      ))
    )
      return false;
    watched.add(clientId);
    await socket.join(roomOfClient(claims.tenantId, clientId));
    return true;
  }

  private show({ event, rooms, payload, key }: LiveEvent): void {
    const alarm = this.parts.alarms[event]?.(payload);
    const user = event === sessionChange ? (payload as Pick<TokenClaims, 'tenantId' | 'userId'>) : undefined;
    if (user) this.parts.sessions.forgetUser(user);
    const keys = key === undefined ? [] : [key];
    for (const name of doors) {
      this.io
        .of(name)
        .to([...rooms])
        .emit(event, payload, ...keys);
      if (alarm !== undefined)
        this.io
          .of(name)
          .to(rooms.map(lockedRoom))
          .emit('lockedalarm', { count: 1, ...alarm }, ...keys);
      if (user) void this.recheckUser(name, user);
    }
  }

  private async recheckUser(
    name: string,
    { tenantId, userId }: Pick<TokenClaims, 'tenantId' | 'userId'>,
  ): Promise<void> {
    const door = this.io.of(name);
    for (const id of door.adapter.rooms.get(sessionRoom(tenantId, userId)) ?? []) {
      const socket = door.sockets.get(id);
      if (socket) await this.recheckOne(socket);
    }
  }

  /** Notifies the screen before the disconnect, so that it queries the state of its session. */
  private end(socket: Socket): void {
    socket.emit(sessionChange, {});
    socket.disconnect(true);
  }

  /** Applies changed rights, expired tokens and changed sight of persons to open connections. */
  private async recheck(): Promise<void> {
    if (this.isRechecking) return;
    this.isRechecking = true;
    for (const name of doors) {
      for (const socket of this.io.of(name).sockets.values())
        if (unreadOf(socket) > mostUnread) socket.conn.close(true);
      for (const socket of this.io.of(name).sockets.values()) await this.recheckOne(socket);
    }
    this.isRechecking = false;
  }

  /** One check per connection at a time: the result of an older check must not replace a newer one. */
  private recheckOne(socket: Socket): Promise<void> {
    const turn = (this.turns.get(socket) ?? Promise.resolve()).then(() => this.reseat(socket)).catch(() => undefined);
    this.turns.set(socket, turn);
    return turn;
  }

  private async reseat(socket: Socket): Promise<void> {
    const { claims, version, watched } = seatOf(socket);
    if (!claims) return;
    const session = await this.parts.sessions.find(claims);
    if (!session) this.end(socket);
    else if (session.version !== version || (watched.size > 0 && !session.user.sight.all))
      await this.seat(socket, session);
  }
}
