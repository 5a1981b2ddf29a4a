// A null pointer moved to a member stays invalid, even if addresses are compared later: no object lies there.
// property: deref
// options: --malloc-may-fail
// expect: violated(deref@13)
void *malloc(unsigned long);
struct link { struct link *next; };
struct node { int value; struct link link; };
struct link list;
int main(void) {
    struct node *node = malloc(sizeof(struct node));
    struct link *link = &node->link;
    list.next = link;
    link->next = &list;
    link = list.next == &list ? 0 : list.next;
    link = link->next;
    return link != &list;
}
