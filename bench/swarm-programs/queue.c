/* A queue in an array and STEPS arbitrary calls. Enqueuing beyond the capacity leaves the array, and after the queue was
   disposed of its array is gone; with -DFIXED both are looked for, with -DDISPOSED only the latter. */
#include "hecaton.h"
#include <stdlib.h>
#ifdef FIXED
#define DISPOSED
#endif
#ifndef CAPACITY
#define CAPACITY 8
#endif
#ifndef STEPS
#define STEPS 20
#endif
extern int nondet_int(void);
struct queue {
  int front, rear, size;
  int *array;
};
static struct queue queue;
static int is_empty(void) {
  HECATON_FEATURE("IsEmpty");
  return queue.size == 0;
}
static void enqueue(int value) {
  HECATON_FEATURE("Enqueue");
#ifdef DISPOSED
  if (!queue.array) return;
#endif
#ifdef FIXED
  if (queue.size == CAPACITY) return;
#endif
  queue.size++;
  queue.array[queue.rear] = value;
#ifdef FIXED
  queue.rear = queue.rear + 1 == CAPACITY ? 0 : queue.rear + 1;
#else
  queue.rear++;
#endif
}
static void dequeue(void) {
  HECATON_FEATURE("Dequeue");
  if (queue.size == 0) return;
  queue.size--;
  queue.front = queue.front + 1 == CAPACITY ? 0 : queue.front + 1;
}
static int front(void) {
  HECATON_FEATURE("Front");
  if (queue.size == 0) return 0;
  return queue.array[queue.front];
}
static void dispose(void) {
  HECATON_FEATURE("DisposeQueue");
  queue.array = 0;
#ifdef DISPOSED
  queue.size = 0;
#endif
}
int main(void) {
  static int memory[CAPACITY];
  queue.array = memory;
  for (int i = 0; i < STEPS; i++) {
    switch (nondet_int()) {
    case 0: is_empty(); break;
    case 1: enqueue(nondet_int()); break;
    case 2: dequeue(); break;
    case 3: front(); break;
    case 4: dispose(); break;
    }
  }
  return 0;
}
