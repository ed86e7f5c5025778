/** Requests about reviews of finished games: start, read, stop and follow them. */
import type { Review } from '../wire/Review';
import type { ReviewedPosition } from '../wire/ReviewedPosition';
import { request, type ApiResult } from './request';

const at = (id: string, rest = ''): string => `/api/games/${encodeURIComponent(id)}/review${rest}`;

/** Starts a review, or joins the one in progress. */
export function startReview(id: string): Promise<ApiResult<Review>> {
  return request(at(id), { method: 'POST', json: {} });
}

/** The review so far. */
export function readReview(id: string): Promise<ApiResult<Review>> {
  return request(at(id));
}

/** Stops a review in progress. What is done is kept. */
export function stopReview(id: string): Promise<ApiResult<void>> {
  return request(at(id), { method: 'DELETE' });
}

export interface ReviewListener {
  readonly position: (position: ReviewedPosition) => void;
  /** The end: the whole review, or what there is of a stopped one. */
  readonly review: (review: Review) => void;
  /** Nothing more will come, because the server reported an error. */
  readonly failed: () => void;
}

/** Follows a review to its end, across lost connections. Returns a function that stops following. */
export function followReview(id: string, listener: ReviewListener): () => void {
  const source = new EventSource(at(id, '/events'));
  source.addEventListener('position', (event: MessageEvent<string>) =>
    listener.position(JSON.parse(event.data) as ReviewedPosition),
  );
  source.addEventListener('review', (event: MessageEvent<string>) => {
    source.close();
    listener.review(JSON.parse(event.data) as Review);
  });
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) listener.failed();
  });
  return () => source.close();
}
