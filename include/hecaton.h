/* Words for hecaton in C programs. For a compiler they mean nothing. */
#ifndef HECATON_H
#define HECATON_H

#ifdef __HECATON__
extern void __hecaton_feature(const char *name);
/* The feature with this name, a string literal, takes place here. */
#define HECATON_FEATURE(name) __hecaton_feature(name)
#else
#define HECATON_FEATURE(name) ((void)0)
#endif

#endif
